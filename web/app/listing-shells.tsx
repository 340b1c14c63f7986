/** What the documents of /prediction and /demo hold before any data. Rendered at build time only; React replaces it as a whole. */
import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER } from '#compute';
import { useRef, type ReactNode } from 'react';
import { DemoPage } from '../features/demo/demo-page.tsx';
import { SearchForm } from '../features/stock/search-form.tsx';
import stock from '../features/stock/stock-page.module.css';
import { useSuggestions } from '../shared/search/listing-search.tsx';
import styles from './app.module.css';
import { Header } from './header.tsx';

const ignore = () => undefined;

/** The stock page's search form. Until the page's code is there the browser itself sends it. */
export function StockShell() {
  const suggestions = useSuggestions(DEFAULT_TICKER);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Shell below={<Guest />}>
      <div className={stock.page}>
        <div className={stock.bar}>
          <search>
            <SearchForm
              suggestions={suggestions}
              onLikely={ignore}
              inputRef={input}
              horizonDays={DEFAULT_HORIZON_DAYS}
              onHorizon={ignore}
              onAnalyse={ignore}
              isBusy={false}
              stars={null}
            />
          </search>
        </div>
      </div>
    </Shell>
  );
}

/** For whoever is not signed in: most are sent to /login in a moment, which takes scripts. */
function Guest() {
  return (
    <>
      <div className="shell-main first-screen_guest" aria-hidden="true">
        <div className="shell-block" />
        <div className="shell-block" />
        <div className="shell-block" />
      </div>
      <noscript>
        <p className="first-screen_note">
          Signing in needs JavaScript. The <a href="/demo">demo</a> shows an analysis without it.
        </p>
      </noscript>
    </>
  );
}

/** The demo's introduction. */
export function DemoShell() {
  return (
    <Shell>
      <DemoPage>{() => null}</DemoPage>
    </Shell>
  );
}

function Shell({ below, children }: { below?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.app}>
      <Header />
      <main id="main" className={styles.main}>
        {children}
      </main>
      {below}
    </div>
  );
}
