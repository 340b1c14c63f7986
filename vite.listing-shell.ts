/**
 * The documents of /prediction and /demo, without a listing's first screen, which the Worker and the service worker add. The
 * browser paints them before any style sheet or module: they contain the style they need, and the rest is only preloaded until
 * `web/app/start-modules.js` runs.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import Beasties from 'beasties';
import { transform } from 'esbuild';
import type { Rolldown } from 'vite';
import { TICKER_GRAMMAR } from '#compute';

/** The pages' module, under `web/`. */
const MODULE = 'features/stock/stock-page.tsx';

/** The placeholder for the first screen. */
const FIRST_SCREEN = '<!--first-screen-->';

/**
 * Rules that depend on attributes of the root element that scripts set (theme, palette, settings, sign-in), and the one for
 * figures in text, whose selector Beasties cannot match.
 */
const LATER_RULES = [/:root|\[data-|\bhtml\b|^:where\(p/];

export const SCRIPT_TAG = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
export const EMPTY_ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/;
const STYLE = /<style>[\s\S]*?<\/style>/;
const INLINE_SCRIPT = /(?<=<script>)[\s\S]*?(?=<\/script>)/;

export interface Sheet {
  readonly fileName: string;
  readonly css: string;
}

interface Page {
  readonly path: string;
  readonly title: string;
  readonly markup: string;
}

interface Built {
  readonly root: string;
  /** `index.html` as bundled. */
  readonly shell: string;
  readonly bundle: Rolldown.OutputBundle;
  readonly sheets: readonly Sheet[];
  /** A first screen with all its elements, so that their rules are kept in the style. */
  readonly firstScreen: string;
}

/** Writes links that differ only in their file. */
export const link = (attributes: string) => (file: string) =>
  `<link ${attributes} crossorigin href="/${file}">`;

/** A page's document. Throws if the bundle lacks one of its files. */
export async function listingShell({ path, title, markup }: Page, built: Built): Promise<string> {
  const { root, shell, bundle, sheets, firstScreen } = built;
  const [, entry] = /<script type="module"[^>]*src="([^"]+)"/.exec(shell) ?? [];
  if (entry === undefined) throw new Error('index.html has no entry');
  const linked = [...shell.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)];
  const { scripts, styles } = filesOf(bundle, resolve(root, MODULE), shell);
  const styleFiles = [...linked.map(([, file = '']) => file), ...styles];
  const css = styleFiles.map((file) => sheets.find(({ fileName }) => fileName === file)?.css ?? '').join('');
  const preloads = [
    ...styleFiles.map(link('rel="preload" as="style"')),
    // Modules are compiled as they arrive, off the main thread, and run once the entry does.
    `<link rel="modulepreload" crossorigin data-entry href="${entry}">`,
    ...scripts.map(link('rel="modulepreload"')),
    `<noscript>${styleFiles.map(link('rel="stylesheet"')).join('')}</noscript>`,
  ].join('');
  const code = await readFile(resolve(root, 'app/start-modules.js'), 'utf8');
  const grammar = JSON.stringify(`^${TICKER_GRAMMAR}$`);
  const script = await minified(code.replace("'__TICKER__'", () => grammar));
  const html = withTitle(shell, title)
    .replaceAll(SCRIPT_TAG, '')
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
    .replace('<html', () => `<html data-page="${path.slice(1)}"`)
    .replace('</head>', () => `<style>${css}</style>${preloads}</head>`)
    .replace(
      EMPTY_ROOT,
      () => `<div id="root" data-shell>${markup}</div><script>${script}</script>${FIRST_SCREEN}`,
    );
  const reduced = await criticalStyle(html.replace(FIRST_SCREEN, () => firstScreen));
  return html.replace(STYLE, () => STYLE.exec(reduced)?.[0] ?? '');
}

/** Reduces a document's style to the rules that its own elements need. */
function criticalStyle(html: string): Promise<string> {
  const options = { external: false, reduceInlineStyles: true, allowRules: LATER_RULES, fonts: false };
  return new Beasties({ ...options, logLevel: 'warn' }).process(html);
}

/** Removes comments and indentation from the inline script, which is part of every page. */
export async function withMinifiedScript(html: string): Promise<string> {
  const script = await minified(INLINE_SCRIPT.exec(html)?.[0] ?? '');
  return html.replace(INLINE_SCRIPT, () => script);
}

async function minified(script: string): Promise<string> {
  const { code } = await transform(script, { minify: true, target: 'es2022' });
  return code.trim();
}

/**
 * The scripts and style sheets of a lazy module and all its imports, without those already in the page. Sheets are in the order in
 * which the page's own code would add them, those of imports first, because later rules win.
 */
export function filesOf(bundle: Rolldown.OutputBundle, module: string, shell: string) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!own) throw new Error(`${module} has no file of its own`);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (script: string) => {
    if (scripts.has(script)) return;
    scripts.add(script);
    const chunk = chunks.find(({ fileName }) => fileName === script);
    for (const imported of chunk?.imports ?? []) add(imported);
    for (const sheet of chunk?.viteMetadata?.importedCss ?? []) styles.add(sheet);
  };
  add(own.fileName);
  const isNew = (file: string) => !shell.includes(file);
  return { scripts: [...scripts].filter(isNew), styles: [...styles].filter(isNew) };
}

/** Replaces a document's title. */
export function withTitle(html: string, title: string): string {
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
}

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
