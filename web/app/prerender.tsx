/** Renders the public pages to HTML. Runs in Node at build time, called by `vite.prerender.ts`. */
import type { ComponentType, ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { DEFAULT_TICKER } from '#compute';
import { SearchForm, StockAccountNote } from '../features/stock/search-form.tsx';
import stock from '../features/stock/stock-page.module.css';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/sign-in/identity.ts';
import { hydratedAtom } from '../shared/browser/browser-state.ts';
import { openSignIn } from '../shared/sign-in/open-sign-in.ts';
import { createStore } from '../store.ts';
import { App, Providers } from './app.tsx';
import styles from './app.module.css';
import { Header } from './header.tsx';
import { ROUTES } from './routes.tsx';

/** The prerendered pages, each with its description for search engines and link previews. */
export const STATIC_PAGES: Readonly<Record<string, string>> = {
  '/': 'Stock search, price forecasts with ranges, technical charts, sentiment and news. Every forecast comes with its measured track record.',
  '/about': 'What Candor is for: a price estimate, its range and the model’s past results on one page.',
  '/method': 'How the forecast works, how it was tested, and what it cannot do.',
  '/data': 'Where Candor’s prices and news come from, and how current they are.',
  '/api':
    'Candor’s prices, forecasts and public ledger for your own programs: every request, every field, with examples.',
  '/privacy': 'What Candor stores about you, where, for how long, and who can see it.',
  '/terms': 'What you can expect from Candor, and what you cannot.',
  '/login': 'Sign in to Candor.',
  '/register': 'Create a free Candor account with your email address or Google.',
  '/forgot-password': 'Reset your Candor password.',
};

const ignore = () => undefined;

/**
 * What the documents of /prediction and /demo contain before any data. React replaces all of it; until then the browser submits
 * the search as a plain form.
 */
function StockShell({ below }: { below?: ReactNode }) {
  return (
    <div className={styles.app}>
      <Header />
      <main id="main" className={styles.main}>
        <div className={stock.page}>
          <div className={stock.bar}>
            <search>
              <SearchForm ticker={DEFAULT_TICKER} onPrefetch={ignore} onAnalyse={ignore} isBusy={false} />
            </search>
          </div>
          <StockAccountNote />
        </div>
      </main>
      {below}
    </div>
  );
}

/** Shown to guests of /prediction, whom the script redirects to /login. */
function GuestSkeleton() {
  return (
    <>
      <div className="shell-main first-screen_guest" aria-hidden="true">
        <div className="shell-block" />
        <div className="shell-block" />
        <div className="shell-block" />
      </div>
      <noscript>
        <p className="first-screen_note">
          Signing in requires JavaScript. The <a href="/demo">demo</a> shows an analysis without it.
        </p>
      </noscript>
    </>
  );
}

const LISTING_SHELLS: Readonly<Record<string, ComponentType>> = {
  '/prediction': () => <StockShell below={<GuestSkeleton />} />,
  '/demo': () => <StockShell />,
};
export const LISTING_PATHS = Object.keys(LISTING_SHELLS);

export const SHELL_PATHS = ROUTES.map(({ path }) => path).filter(
  (path) => STATIC_PAGES[path] === undefined && !LISTING_PATHS.includes(path),
);

/** The build runs as a guest, so the identity provider is never called. */
const config = readFirebaseConfig(BUILD_SETTINGS);

/** A route's title and markup, as a guest in the dark theme sees them. Throws for an unknown path. */
export async function renderRoute(path: string): Promise<{ title: string; markup: string }> {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no route ${path}`);
  await route.preload();
  const Page = LISTING_SHELLS[path] ?? App;
  const store = createStore();
  store.set(hydratedAtom, false);
  openSignIn(store, config);
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Providers store={store}>
        <Page />
      </Providers>
    </Router>,
    // Otherwise React splits larger pages and joins the pieces with inline scripts, which the policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return { title: route.title, markup: await new Response(prelude).text() };
}
