/** `npm run build:test`: the build that all tests share, made anew only when a source has changed. */
import { ensureTestBuild } from './stack/test-build.ts';

ensureTestBuild();
