/** Fills listing documents with a first screen: the page's copy of what it last showed, or the server's current one. */
import { shownListing, type ShownListing } from '#worker/first-screen';
import { FIRST_SCREEN_PATH, openListingsCache } from '../shared/browser/caches.ts';

/** How long to wait for the server: then an old copy is shown, or without one the page asks the API. */
const WITH_COPY_MS = 300;
const WITHOUT_COPY_MS = 2000;

/**
 * A document's first screen: the page's copy if current, else the server's; empty if the page must ask the API. Never rejects.
 * `version`: format version of the first screen's data.
 */
export async function firstScreenFor(
  address: URL,
  version: number,
): Promise<{ readonly html: string | Promise<string> }> {
  const listing = shownListing(address);
  if (listing === null) return { html: '' };
  const copy = await copyOf(listing).catch(() => null);
  if (copy?.isCurrent) return copy;
  const waitMs = copy === null ? WITHOUT_COPY_MS : WITH_COPY_MS;
  const fetched = fetchFor(listing, version, waitMs).catch(() => null);
  return { html: fetched.then((html) => html ?? copy?.html ?? '') };
}

/** The server's first screen; empty for an unknown listing, `null` if none arrives in time. */
async function fetchFor(
  { ticker, days }: ShownListing,
  version: number,
  waitMs: number,
): Promise<string | null> {
  const url = `/api/stock/${encodeURIComponent(ticker)}?days=${days}&view=document&v=${version}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(waitMs) });
  // An unknown listing. A static host without an API answers 404 with an HTML page instead.
  if (response.status === 404 && response.headers.get('Content-Type')?.startsWith('application/json'))
    return '';
  if (!response.ok) return null;
  const status = response.headers.get('Cache-Status') ?? '';
  return withAttribute(await response.text(), 'data-cache-status', status);
}

async function copyOf({ ticker, days }: ShownListing): Promise<{ html: string; isCurrent: boolean } | null> {
  const path = `${FIRST_SCREEN_PATH}?${new URLSearchParams({ ticker, days: String(days) })}`;
  const stored = await (await openListingsCache()).match(path);
  if (stored === undefined) return null;
  const html = withAttribute(await stored.text(), 'data-copy', 'true');
  const isCurrent = Date.now() < Date.parse(stored.headers.get('X-Candor-Current-Until') ?? '');
  return html === null ? null : { html, isCurrent };
}

/** No text in a first screen can contain this, because `<` is escaped everywhere else. */
const DATA_ELEMENT = '<script type="application/json" id="initial-data"';

/** Adds an attribute to a first screen's data element; `null` if the HTML has none. */
function withAttribute(html: string, name: string, value: string): string | null {
  if (!html.includes(DATA_ELEMENT)) return null;
  const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(DATA_ELEMENT, () => `${DATA_ELEMENT} ${name}="${escaped}"`);
}

/** The shell with the first screen inserted. If that is ready, both go out in one piece and are painted together. */
export async function documentWith(
  shell: Response,
  firstScreen: string | Promise<string>,
): Promise<Response> {
  const [before = '', after = ''] = (await shell.text()).split('<!--first-screen-->');
  const headers = new Headers(shell.headers);
  // These describe the stored file.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Last-Modified']) headers.delete(name);
  if (typeof firstScreen === 'string') return new Response(before + firstScreen + after, { headers });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(before));
      controller.enqueue(encoder.encode((await firstScreen) + after));
      controller.close();
    },
  });
  return new Response(body, { headers });
}
