/** Renders the public pages to HTML. Runs in Node at build time, called by `vite.prerender.ts`. */
import { analyse, firstScreen, formatFor, SECONDS_PER_DAY } from '#compute';
import type { ComponentType, ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/sign-in/identity.ts';
import { App, Providers } from './app.tsx';
import { DemoShell, StockShell } from './listing-shells.tsx';
import { ROUTES } from './routes.tsx';

/** The prerendered pages, with the sentence that search engines and link previews show. */
export const STATIC_PAGES = [
  {
    path: '/',
    description:
      'Stock search, price forecasts with their range, technical charts, sentiment and news. Every forecast stands next to its measured record.',
  },
  {
    path: '/about',
    description: 'What Candor is for: an estimate, its range and the model’s past results on one page.',
  },
  {
    path: '/method',
    description: 'How the forecast is made, what it was measured on, and what it cannot do.',
  },
  { path: '/data', description: 'Where Candor’s prices and news come from, and how old they may be.' },
  { path: '/privacy', description: 'What Candor stores about you: where, for how long and by whom.' },
  { path: '/terms', description: 'What you may expect of Candor, and what you may not.' },
  { path: '/login', description: 'Log in to Candor.' },
  { path: '/register', description: 'Create a Candor account. Free, and only an email is needed.' },
  { path: '/forgot-password', description: 'Reset the password of a Candor account.' },
] as const;

/** The routes whose document goes on with the first screen of a listing, and what it begins with. */
const LISTING_SHELLS: Readonly<Record<string, ComponentType>> = {
  '/prediction': StockShell,
  '/demo': DemoShell,
};
export const LISTING_PATHS = Object.keys(LISTING_SHELLS);

/** The other routes: the app shell is served there. */
export const SHELL_PATHS = ROUTES.map(({ path }) => path).filter(
  (path) => !STATIC_PAGES.some((page) => page.path === path) && !LISTING_PATHS.includes(path),
);

/** Nobody is signed in at build time, so the identity provider is never called. */
const config = readFirebaseConfig(BUILD_SETTINGS);

/** Title and markup of a route, as a guest in the dark theme sees it. Throws for a path that is not in the table. */
export async function renderRoute(path: string): Promise<{ title: string; markup: string }> {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no route ${path}`);
  await route.preload();
  const Page = LISTING_SHELLS[path] ?? App;
  return { title: route.title, markup: await toHtml(path, <Page />) };
}

async function toHtml(path: string, page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Providers config={config}>{page}</Providers>
    </Router>,
    // React would split a larger page into pieces and join them with inline scripts, which the policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

/** The first screen of an invented listing: its elements tell the build which rules have to stand in the document. */
export function sampleFirstScreen(): string {
  const time = Float64Array.from({ length: 80 }, (_, day) => day * SECONDS_PER_DAY);
  const close = time.map((_, day) => 100 + (day % 5));
  const volume = time.map(() => 1);
  const candles = { time, open: close, high: close, low: close, close, volume };
  const analysis = analyse({ candles, currentPrice: 100, sessionLeft: 0, horizonDays: 7, calendar: 'daily' });
  if (!analysis.ok) throw new Error(`no sample: ${analysis.error.reason}`);
  const instant = new Date(80 * SECONDS_PER_DAY * 1000).toISOString();
  return firstScreen({
    response: {
      ticker: 'SAMPLE',
      company_name: 'Sample',
      exchange: 'NYSE',
      currency: 'USD',
      volume: 1,
      market_cap: 1,
      source: 'sample',
      as_of: instant,
      fetched_at: instant,
      exchange_timezone: 'America/New_York',
      delayed_minutes: 0,
      market_state: 'closed',
    },
    analysis: analysis.value,
    candles,
    format: formatFor({ region: 'us', clock: 'exchange' }),
    nowMs: Date.parse(instant),
  });
}
