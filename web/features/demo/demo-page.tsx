import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, parseTicker, type Ticker } from '#compute';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { UrlNote, Quoted } from '../../shared/search/ticker-text.tsx';
import { withReadTicker } from '../../shared/search/url-ticker.tsx';
import { isDemoListing } from '../../shared/search/demo-listings.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { useTitle } from '../../shared/browser/browser-state.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import styles from './demo-page.module.css';

/** What a demo URL shows. The demo has one horizon, and the sample market's listings. */
export function demoView(search: string) {
  const text = new URLSearchParams(search).get('ticker');
  const requested = parseTicker(text ?? DEFAULT_TICKER);
  const isKnown = requested.ok && isDemoListing(requested.value);
  return {
    ticker: isKnown ? requested.value : DEFAULT_TICKER,
    horizonDays: DEFAULT_HORIZON_DAYS,
    text,
    isKnown,
  };
}

export const DemoPage = withReadTicker(Page, (search) => demoView(search).isKnown);

function Page({ children }: { children: (ticker: Ticker) => ReactNode }) {
  const { ticker, text, isKnown } = demoView(useSearch());

  useTitle(`${ticker} · Demo · Candor`);

  const { status } = useAuth();
  return (
    <div className={styles.page}>
      <section aria-labelledby="demo-title" className={styles.intro}>
        <div className={styles.words}>
          <p className={styles.chip}>Demo · read-only</p>
          <h1 id="demo-title">One stock’s full analysis, open to everyone</h1>
          <p className={styles.text}>
            An account adds any ticker, 1 to 30 days ahead, and your saved forecasts.
          </p>
        </div>
        <div className="cluster">
          {status === 'signed-in' ? (
            <ButtonLink href="/prediction" variant="primary">
              Open full analysis
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href="/register" variant="primary">
                Create an account
              </ButtonLink>
              <ButtonLink href="/login">Log in</ButtonLink>
            </>
          )}
        </div>
      </section>
      <UrlNote>
        {!isKnown && (
          <>
            The demo doesn’t include <Quoted text={text?.trim() ?? ''} />. Showing {ticker} instead.
          </>
        )}
      </UrlNote>
      {children(ticker)}
    </div>
  );
}
