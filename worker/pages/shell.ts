/** App shells: the part of a document that the build has written, and that is the same for every listing. */

/** The build writes it into each shell once, where the first screen belongs. */
const PLACE = '<!--first-screen-->';

export interface Shell {
  /** The bytes before the first screen and after it; together a whole document. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Those of the file, with the security policy of the build. */
  readonly headers: Headers;
}

/** Headers that describe the file, not the document made from it. */
const OF_THE_FILE = [
  'Age',
  'CF-Cache-Status',
  'Content-Encoding',
  'Content-Length',
  'Date',
  'ETag',
  'Last-Modified',
];

/** Always asked for anew by the browser, and kept in front for a moment, since the prices in it move. */
const CACHING: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-cache'],
  ['Cloudflare-CDN-Cache-Control', 'public, max-age=15'],
];

const encoder = new TextEncoder();

type ShellOf = (assets: Fetcher, address: URL) => Promise<Shell | null>;

/** Reads the shell of a page's address (`/demo`) from the page's files, each once; `null` where the build has none. */
export function createShells(): ShellOf {
  const shells = new Map<string, Shell>();
  return async (assets, { origin, pathname }) => {
    const known = shells.get(pathname);
    if (known !== undefined) return known;
    const file = await assets.fetch(new URL(`/shell${pathname}`, origin));
    if (!file.ok) return null;
    const shell = shellFrom(await file.text(), file.headers);
    shells.set(pathname, shell);
    return shell;
  };
}

function shellFrom(html: string, fileHeaders: Headers): Shell {
  const [before = '', after = ''] = html.split(PLACE);
  const headers = new Headers(fileHeaders);
  for (const name of OF_THE_FILE) headers.delete(name);
  for (const [name, value] of CACHING) headers.set(name, value);
  return { before: encoder.encode(before), after: encoder.encode(after), headers };
}
