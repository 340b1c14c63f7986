/**
 * Prerenders the public pages to HTML files, and emits the app shell for every other route and the files for search engines.
 * The browser shows a page before any script has run; `web/app/main.tsx` then hydrates it.
 */
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import Beasties from 'beasties';
import { transform } from 'esbuild';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { CLASS_NAMES } from './vite.class-names.ts';
import { samplePicture } from './vite.sample-picture.ts';

/** What `web/app/prerender.tsx` exports. Types of the page do not reach the build's own project. */
interface Renderer {
  readonly STATIC_PAGES: readonly { readonly path: string; readonly description: string }[];
  readonly SHELL_PATHS: readonly string[];
  readonly LISTING_PATHS: readonly string[];
  readonly renderRoute: (path: string) => Promise<{ title: string; markup: string }>;
  readonly sampleFirstScreen: () => string;
}

export interface PrerenderOptions extends Pick<UserConfig, 'define' | 'resolve'> {
  readonly root: string;
  readonly mode: string;
  /** Where the site lives, without a trailing slash; `null` leaves out what needs a full address. */
  readonly siteOrigin: string | null;
}

interface Sheet {
  readonly fileName: string;
  readonly css: string;
}

/** The pages whose document goes on with the first screen of a listing, and the modules under `web/` that each consists of. */
const LISTING_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/prediction': ['features/stock/stock-page.tsx'],
  '/demo': ['features/demo/demo-page.tsx', 'features/stock/stock-page.tsx'],
};

/** Where the Worker and the service worker put the first screen of a listing. */
const FIRST_SCREEN = '<!--first-screen-->';

/** What reads the element that a selector names, or the document itself, may apply later: themes, palettes, settings, states. */
const LATER_RULES = [/:root|\[data-|\bhtml\b/];

const SCRIPT_TAG = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
const EMPTY_ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/;

/**
 * Emits the public pages, the app shells and the files for search engines. The build fails if a page cannot be rendered, or
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
      const shell = String(page.source);
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
      for (const path of shellPaths) emit(`${path.slice(1)}.html`, appShell);
      const startModules = await inlineScript(resolve(options.root, 'app/start-modules.js'));
      for (const { path, title, markup } of listingPages) {
        const modules = LISTING_MODULES[path]?.map((module) => resolve(options.root, module)) ?? [];
        const html = await listingShell({
          shell,
          firstScreen,
          path,
          title,
          markup,
          startModules,
          bundle,
          sheets,
          modules,
        });
        emit(`shell${path}.html`, html);
      }
      emit('404.html', appShell);
      emit('robots.txt', robots(options.siteOrigin));
      if (options.siteOrigin !== null) emit('sitemap.xml', sitemap(options.siteOrigin, staticPages));
    },
  };
}

/** A script file as it stands in a document. */
async function inlineScript(file: string): Promise<string> {
  const { code } = await transform(await readFile(file, 'utf8'), { minify: true, target: 'es2022' });
  return code.trim();
}

interface ListingShell extends Pick<Page, 'path' | 'title' | 'markup'> {
  readonly shell: string;
  /** One that has all elements. */
  readonly firstScreen: string;
  readonly startModules: string;
  readonly bundle: Rolldown.OutputBundle;
  readonly sheets: readonly Sheet[];
  readonly modules: readonly string[];
}

/**
 * A document that the browser paints before any style sheet or module: what its first screen needs of the style is in it, and
 * everything else is only preloaded until a script starts it.
 */
async function listingShell(document: ListingShell): Promise<string> {
  const { shell, firstScreen, path, title, markup, startModules, bundle, sheets, modules } = document;
  const entry = /<script type="module"[^>]*src="([^"]+)"/.exec(shell)?.[1];
  const linked = [...shell.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const { scripts, styles } = filesOf(bundle, modules, shell);
  const styleFiles = [...linked, ...styles];
  const css = styleFiles.map((file) => sheets.find(({ fileName }) => fileName === file)?.css ?? '').join('');
  const preloads = [
    ...styleFiles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    `<link rel="modulepreload" crossorigin data-entry href="${entry}">`,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
  const unscripted = styleFiles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('');
  const html = shell
    .replaceAll(SCRIPT_TAG, '')
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
    .replace('<html', () => `<html data-page="${path.slice(1)}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => `<style>${css}</style>${preloads}<noscript>${unscripted}</noscript></head>`)
    .replace(
      EMPTY_ROOT,
      () => `<div id="root" data-shell>${markup}</div><script>${startModules}</script>${FIRST_SCREEN}`,
    );
  // With all its elements, so that their rules are left.
  const reduced = await criticalStyle(html.replace(FIRST_SCREEN, () => firstScreen));
  const style = /<style>[\s\S]*?<\/style>/.exec(reduced)?.[0] ?? '';
  return html.replace(/<style>[\s\S]*?<\/style>/, () => style);
}

/** Leaves of the document's style what its own elements and the first screen need. */
function criticalStyle(html: string): Promise<string> {
  const reducer = new Beasties({
    external: false,
    reduceInlineStyles: true,
    allowRules: LATER_RULES,
    fonts: false,
    logLevel: 'warn',
  });
  return reducer.process(html);
}

/** Builds the renderer for Node, runs it over every static page and leaves nothing of it behind. */
async function renderAll({ root, mode, define, resolve: resolving }: PrerenderOptions) {
  // Inside the repository, where Node finds the packages.
  const outDir = resolve(root, `../dist/prerender-${process.pid}`);
  try {
    await build({
      configFile: false,
      envDir: false,
      root,
      mode,
      logLevel: 'warn',
      plugins: [react(), samplePicture()],
      ...(define && { define }),
      ...(resolving && { resolve: resolving }),
      css: { modules: CLASS_NAMES },
      // Aliases reach what is bundled only.
      ssr: { noExternal: ['lucide-react'] },
      build: { ssr: 'app/prerender.tsx', outDir, emptyOutDir: true, target: 'es2023', copyPublicDir: false },
    });
    const renderer = (await import(pathToFileURL(resolve(outDir, 'prerender.js')).href)) as Renderer;
    const staticPages: Omit<Page, 'head'>[] = [];
    for (const page of renderer.STATIC_PAGES) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      staticPages.push({ ...page, ...(await renderer.renderRoute(page.path)) });
    }
    const listingPages: Pick<Page, 'path' | 'title' | 'markup'>[] = [];
    for (const path of renderer.LISTING_PATHS) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      listingPages.push({ path, ...(await renderer.renderRoute(path)) });
    }
    return {
      staticPages,
      listingPages,
      shellPaths: renderer.SHELL_PATHS,
      firstScreen: renderer.sampleFirstScreen(),
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

/** Puts a page into the shell. Throws if it contains what the security policy refuses. */
function fill(shell: string, { path, title, description, head, markup }: Page): string {
  const refused = /<script|<style| style="/.exec(markup);
  if (refused) throw new Error(`${path} is written with ${refused[0]}, which the policy refuses`);
  if (!EMPTY_ROOT.test(shell)) throw new Error('index.html has no #root to fill');
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_all, start: string) => start + escapeHtml(description),
    )
    .replace('</head>', () => `${head}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root" data-path="${path}">${markup}</div>`);
}

/** Moves scripts behind style sheets: the sheets are needed first, to show the page. */
function scriptsLast(html: string): string {
  const scripts = html.match(SCRIPT_TAG) ?? [];
  return html.replaceAll(SCRIPT_TAG, '').replace('</head>', () => `${scripts.join('')}</head>`);
}

/** Links to the style sheets of lazy code whose classes the page uses; until that code runs nothing else would load them. */
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

/** The scripts and style sheets of lazy modules and of everything they import, without those that the page has already. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[], shell: string) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const scripts = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`${module} has no file of its own`);
    scripts.add(chunk.fileName);
  }
  const styles = new Set<string>();
  for (const script of scripts) {
    const chunk = chunks.find(({ fileName }) => fileName === script);
    for (const imported of chunk?.imports ?? []) scripts.add(imported);
    for (const sheet of chunk?.viteMetadata?.importedCss ?? []) styles.add(sheet);
  }
  const isNew = (file: string) => !shell.includes(file);
  return { scripts: [...scripts].filter(isNew), styles: [...styles].filter(isNew) };
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

function robots(siteOrigin: string | null): string {
  const lines = ['User-agent: *', 'Disallow: /api/'];
  if (siteOrigin !== null) lines.push('', `Sitemap: ${siteOrigin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

function sitemap(siteOrigin: string, pages: readonly Pick<Page, 'path'>[]): string {
  const urls = pages.map(({ path }) => `<url><loc>${siteOrigin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
