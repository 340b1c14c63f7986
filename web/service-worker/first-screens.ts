/** Fills listing documents with a first screen: the page's copy of what it last showed, or the server's current one. */

/** Build-time facts about listings and the server version. */
export interface ListingRules {
  /** Source of a regular expression for one ticker. */
  readonly tickerGrammar: string;
  readonly defaultTicker: string;
  readonly horizons: readonly number[];
  readonly defaultDays: number;
  /** Tickers that /demo can show. */
  readonly demoTickers: readonly string[];
  /** Format version of the first screen's data. */
  readonly version: number;
}

interface Listing {
  readonly ticker: string;
  readonly days: number;
}

/** The cache in which the page stores its copies. The page deletes it on sign-out and when data is cleared. */
export const DATA = 'candor-data';

const DAY_MS = 86_400_000;

/** How long to wait for the server: then an old copy is shown, or without one the page asks the API. */
const WITH_COPY_MS = 300;
const WITHOUT_COPY_MS = 2000;

export function createFirstScreens(rules: ListingRules) {
  /** The server's first screen; empty for an unknown listing, `null` if none arrives in time. */
  async function fetchFor({ ticker, days }: Listing, waitMs: number): Promise<string | null> {
    const url = `/api/stock/${encodeURIComponent(ticker)}?days=${days}&view=document&v=${rules.version}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(waitMs) });
    if (isUnknown(response)) {
      await forget(ticker);
      return '';
    }
    if (!response.ok) return null;
    const status = response.headers.get('Cache-Status') ?? '';
    return withAttribute(await response.text(), 'data-cache-status', status);
  }

  async function forget(ticker: string): Promise<void> {
    const cache = await caches.open(DATA);
    const paths = rules.horizons.map((days) => copyPath({ ticker, days }));
    await Promise.all(paths.map((path) => cache.delete(path)));
  }

  return {
    /** The page's own copy for a document's URL, unless its prices are old. Never rejects. */
    async currentCopy(address: URL): Promise<string | null> {
      const listing = listingOf(address, rules);
      const copy = listing && (await copyOf(listing).catch(() => null));
      return copy?.isCurrent ? copy.html : null;
    },
    /** For use without a current copy: HTML for the document, empty if the page must ask the API. Never rejects. */
    async forDocument(address: URL): Promise<string> {
      const listing = listingOf(address, rules);
      if (listing === null) return '';
      const copy = await copyOf(listing).catch(() => null);
      const waitMs = copy === null ? WITHOUT_COPY_MS : WITH_COPY_MS;
      const fetched = await fetchFor(listing, waitMs).catch(() => null);
      return fetched ?? copy?.html ?? '';
    },
    forget,
  };
}

async function copyOf(listing: Listing): Promise<{ html: string; isCurrent: boolean } | null> {
  const stored = await (await caches.open(DATA)).match(copyPath(listing));
  if (stored === undefined) return null;
  const html = withAttribute(await stored.text(), 'data-copy', 'true');
  return html === null ? null : { html, isCurrent: isCurrent(stored.headers) };
}

/** The listing that a page will show; `null` if the URL's ticker is not valid. */
function listingOf({ pathname, searchParams }: URL, rules: ListingRules): Listing | null {
  const { tickerGrammar, defaultTicker, horizons, defaultDays, demoTickers } = rules;
  const text = (searchParams.get('ticker') ?? defaultTicker).trim();
  const ticker = new RegExp(`^${tickerGrammar}$`).test(text) ? text.toUpperCase() : null;
  if (pathname === '/demo') {
    const isKnown = ticker !== null && demoTickers.includes(ticker);
    return { ticker: isKnown ? ticker : defaultTicker, days: defaultDays };
  }
  const days = horizons.find((horizon) => String(horizon) === searchParams.get('days')) ?? defaultDays;
  return ticker === null ? null : { ticker, days };
}

/** Whether the API does not know the listing. A static host without an API answers 404 with an HTML page instead. */
export function isUnknown({ status, headers }: Response): boolean {
  return status === 404 && headers.get('Content-Type')?.startsWith('application/json') === true;
}

function copyPath({ ticker, days }: Listing): string {
  return `/first-screen?${new URLSearchParams({ ticker, days: String(days) })}`;
}

/** Whether a copy's prices are from the latest session or less than a day old. */
function isCurrent(headers: Headers): boolean {
  const asOfMs = Date.parse(headers.get('X-Candor-As-Of') ?? '');
  const nextSessionMs = Date.parse(headers.get('X-Candor-Session-End') ?? '');
  return Date.now() - asOfMs < DAY_MS || Date.now() < nextSessionMs;
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
