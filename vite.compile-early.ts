import type { Plugin } from 'vite';

const PAGE = /-page\.tsx$/;

/**
 * Makes Chromium compile all functions of the pages' files, and of these shared ones, while they load, off the main thread,
 * instead of each at its first call (https://v8.dev/blog/explicit-compile-hints). Other browsers ignore the comment.
 */
export function compileEarly(shared: ReadonlySet<string>): Plugin {
  return {
    name: 'candor:compile-early',
    apply: 'build',
    generateBundle: {
      // The comment must be the first line. A bundler's banner would come after one that Vite adds.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && (shared.has(file.name) || PAGE.test(file.facadeModuleId ?? '')))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
