import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { fromRoot } from '../../stack/repository.ts';

/** Where the pages of the browser bench stand. */
export const PAGES = join(import.meta.dirname, 'pages');

/** Builds these pages, as the product is built, into a folder outside of the checkout. */
export async function buildPages(names: readonly string[], outDir: string): Promise<void> {
  await build({
    root: PAGES,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    resolve: {
      alias: {
        react: fromRoot('node_modules/react'),
        'react-dom': fromRoot('node_modules/react-dom'),
      },
    },
    // The product's own settings name no address of a logo service here: nothing leaves the machine.
    define: { 'import.meta.env.VITE_LOGO_URL_TEMPLATE': '""' },
    build: {
      outDir,
      emptyOutDir: true,
      rollupOptions: { input: names.map((name) => join(PAGES, `${name}.html`)) },
    },
  });
}
