/** Before the tests of the built files: the build itself, where a source has changed since. */
export { ensureTestBuild as setup } from './test-build.ts';
