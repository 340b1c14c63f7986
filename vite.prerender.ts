/**
 * Prerenders the public pages to HTML files, and emits the app shell for every other route and the files for search engines.
 * The browser shows a page before any script runs; `web/app/main.tsx` then hydrates it.
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type UserConfig } from 'vite';
import { apiReferenceModule } from './vite.api-reference.ts';
import { CLASS_NAMES } from './vite.class-names.ts';
import {
  EMPTY_ROOT,
  escapeHtml,
  filesOf,
  link,
  listingShell,
  SCRIPT_TAG,
  withMinifiedScript,
  withTitle,
  type Sheet,
} from './vite.listing-shell.ts';
import { prose } from './vite.prose.ts';
import { OPERATIONS } from './worker/http/operations.ts';
import { sampleFirstScreen, samplePicture } from './vite.sample-picture.ts';

/** The exports of `web/app/prerender.tsx`. The build's TypeScript project cannot import the page's types. */
interface Renderer {
  readonly STATIC_PAGES: Readonly<Record<string, string>>;
  readonly SHELL_PATHS: readonly string[];
  readonly LISTING_PATHS: readonly string[];
  readonly renderRoute: (path: string) => Promise<{ title: string; markup: string }>;
}

export interface PrerenderOptions extends Pick<UserConfig, 'define' | 'resolve'> {
  readonly root: string;
  readonly mode: string;
  /** The site's origin; `null` omits everything that needs an absolute URL. */
  readonly siteOrigin: string | null;
  /** The API's origin if it is another one, else empty. */
  readonly apiHost: string;
}

/**
 * What everybody who opens a page loads. Its document names the files, which the browser then fetches and compiles beside the
 * entry, off the main thread; one by one from a script they cost a long task.
 */
const SHELL_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/compare': ['features/compare/compare-page.tsx'],
  '/forecasts': ['features/ledger/forecasts-page.tsx'],
  '/holdings': ['features/holdings/holdings-page.tsx', 'features/holdings/answer.tsx'],
  '/track-record': ['features/ledger/ledger-page.tsx'],
  '/workbench': ['features/workbench/page/workbench-page.tsx'],
};

/**
 * Emits the public pages, the app shells and the files for search engines. The build fails if a page cannot be rendered or
 * contains a script or style that the security policy refuses.
 */
export function prerenderPages(options: PrerenderOptions): Plugin {
  return {
    name: 'candor:prerender',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('index.html is missing from the bundle');
      const shell = await withMinifiedScript(String(page.source));
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const sheets = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css')
          ? [{ fileName: file.fileName, css: String(file.source) }]
          : [],
      );

      const { staticPages, listingPages, shellPaths, firstScreen } = await renderAll(options);
      for (const { path, title, description, markup } of staticPages) {
        const head = [
          ...styleLinks(sheets, shell, markup),
          ...shareTags({ path, title, description, siteOrigin: options.siteOrigin }),
        ].join('');
        const html = scriptsLast(fill(shell, { path, title, description, head, markup }));
        if (path === '/') page.source = html;
        else emit(`${path.slice(1)}.html`, html);
      }
      const appShell = scriptsLast(shell);
      for (const path of shellPaths) {
        const files = (SHELL_MODULES[path] ?? []).map((module) =>
          filesOf(bundle, resolve(options.root, module), shell),
        );
        const styles = new Set(files.flatMap((file) => file.styles));
        const scripts = new Set(files.flatMap((file) => file.scripts));
        const links = [
          ...(path === '/track-record' ? [feedLink(options.apiHost)] : []),
          ...[...styles].map(link('rel="stylesheet"')),
          ...[...scripts].map(link('rel="modulepreload"')),
        ].join('');
        emit(`${path.slice(1)}.html`, scriptsLast(shell.replace('</head>', () => `${links}</head>`)));
      }
      for (const listing of listingPages) {
        const html = await listingShell(listing, { root: options.root, shell, bundle, sheets, firstScreen });
        emit(`shell${listing.path}.html`, html);
      }
      emit('404.html', appShell);
      emit('robots.txt', robots(options.siteOrigin));
      if (options.siteOrigin !== null) emit('sitemap.xml', sitemap(options.siteOrigin, staticPages));
    },
  };
}

/** Builds the renderer for Node, renders every static page and removes the renderer. */
async function renderAll({ root, mode, define, resolve: resolving }: PrerenderOptions) {
  // Inside the repository, so that Node finds the packages.
  const outDir = resolve(root, `../dist/prerender-${process.pid}`);
  try {
    await build({
      configFile: false,
      envDir: false,
      root,
      mode,
      logLevel: 'warn',
      plugins: [prose(), react(), samplePicture(), apiReferenceModule()],
      ...(define && { define }),
      ...(resolving && { resolve: resolving }),
      css: { modules: CLASS_NAMES },
      // Aliases apply only to bundled modules.
      ssr: { noExternal: ['lucide-react'] },
      build: { ssr: 'app/prerender.tsx', outDir, emptyOutDir: true, target: 'es2023', copyPublicDir: false },
    });
    const renderer = (await import(pathToFileURL(resolve(outDir, 'prerender.js')).href)) as Renderer;
    const staticPages: Omit<Page, 'head'>[] = [];
    for (const [path, description] of Object.entries(renderer.STATIC_PAGES)) {
      staticPages.push({ path, description, ...(await renderer.renderRoute(path)) });
    }
    const listingPages: Pick<Page, 'path' | 'title' | 'markup'>[] = [];
    for (const path of renderer.LISTING_PATHS) {
      listingPages.push({ path, ...(await renderer.renderRoute(path)) });
    }
    return {
      staticPages,
      listingPages,
      shellPaths: renderer.SHELL_PATHS,
      firstScreen: sampleFirstScreen(),
    };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly markup: string;
}

/** Puts a page into the shell. Throws if it contains anything that the security policy refuses. */
function fill(shell: string, { path, title, description, head, markup }: Page): string {
  const refused = /<script|<style| style="/.exec(markup);
  if (refused) throw new Error(`${path} is written with ${refused[0]}, which the policy refuses`);
  if (!EMPTY_ROOT.test(shell)) throw new Error('index.html has no #root to fill');
  return withTitle(shell, title)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_all, start: string) => start + escapeHtml(description),
    )
    .replace('</head>', () => `${head}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root" data-path="${path}">${markup}</div>`);
}

/** Moves scripts behind style sheets, which are needed first to show the page. */
function scriptsLast(html: string): string {
  const scripts = html.match(SCRIPT_TAG) ?? [];
  return html.replaceAll(SCRIPT_TAG, '').replace('</head>', () => `${scripts.join('')}</head>`);
}

/** Links to style sheets of lazy code whose classes the page uses; nothing else would load them before that code runs. */
function styleLinks(sheets: readonly Sheet[], shell: string, markup: string): string[] {
  const used = new Set(
    [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  return sheets
    .filter(({ fileName, css }) => {
      const own = [...css.matchAll(/\.(_?[A-Za-z][\w-]*)/g)].map(([, name = '']) => name);
      return !shell.includes(fileName) && own.some((name) => used.has(name));
    })
    .map(({ fileName }) => `<link rel="stylesheet" crossorigin href="/${fileName}">`);
}

function property(name: string, content: string): string {
  return `<meta property="og:${name}" content="${escapeHtml(content)}">`;
}

function shareTags({
  path,
  title,
  description,
  siteOrigin,
}: Omit<Page, 'head' | 'markup'> & Pick<PrerenderOptions, 'siteOrigin'>): string[] {
  const tags = [property('type', 'website'), property('title', title), property('description', description)];
  if (siteOrigin === null) return tags;
  return [
    `<link rel="canonical" href="${siteOrigin}${path}">`,
    ...tags,
    property('url', `${siteOrigin}${path}`),
    property('image', `${siteOrigin}/share.png`),
    property('image:alt', 'A price line that ends in a widening range'),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** Lets feed readers find the ledger's feed. */
function feedLink(apiHost: string): string {
  return `<link rel="alternate" type="application/atom+xml" title="Candor track record" href="${apiHost}${OPERATIONS.ledgerFeed.path}">`;
}

function robots(siteOrigin: string | null): string {
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /shell/'];
  if (siteOrigin !== null) lines.push('', `Sitemap: ${siteOrigin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

function sitemap(siteOrigin: string, pages: readonly Pick<Page, 'path'>[]): string {
  const urls = pages.map(({ path }) => `<url><loc>${siteOrigin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}
