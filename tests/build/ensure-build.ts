/** Builds before the tests of the built files, if a source has changed. */
export { ensureTestBuild as setup } from './test-build.ts';
