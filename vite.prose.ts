/** Compiles the pages that are written in MDX: Markdown with components. */
import { resolve } from 'node:path';
import { compile } from '@mdx-js/mdx';
import type { Plugin } from 'vite';

const COMPONENTS = resolve(import.meta.dirname, 'web/shared/ui/page.tsx');

export function prose(): Plugin {
  return {
    name: 'candor:prose',
    enforce: 'pre',
    async transform(source, id) {
      return id.endsWith('.mdx') ? String(await compile(source, { providerImportSource: COMPONENTS })) : null;
    },
  };
}
