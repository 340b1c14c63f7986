/** Before the tests of the built files: the build itself, where a source has changed since. */
export { ensureTestBuild as setup } from '../../scripts/stack/test-build.ts';
