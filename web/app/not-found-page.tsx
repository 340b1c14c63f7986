import { parseTicker } from '#compute';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { tickerFault } from '../shared/search/ticker-text.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { Field } from '../shared/ui/field.tsx';
import { upperCaseInPlace } from '../shared/ui/text-input.ts';
import styles from './message-page.module.css';

/** What a visitor may have meant by an address such as /nvda. */
const TICKER_PATH = /^\/([a-z][a-z.-]{0,6})$/i;

/** Any address that is not in the route table: says so, and offers the search for a ticker. */
export function NotFoundPage() {
  const [pathname, navigate] = useLocation();
  const [error, setError] = useState<string>();
  const [ticker, setTicker] = useState(TICKER_PATH.exec(pathname)?.[1]?.toUpperCase() ?? '');

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = parseTicker(ticker);
    if (wanted.ok) navigate(`/prediction?${new URLSearchParams({ ticker: wanted.value })}`);
    else setError(tickerFault(wanted.error));
  }

  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>This page does not exist</h1>
      <p className={styles.text}>
        The address may be mistyped, or the page has moved. If you were looking for a stock, search for it.
      </p>
      <search className={styles.search}>
        <form onSubmit={search}>
          <Field
            label="Ticker"
            className={styles.ticker ?? ''}
            value={ticker}
            error={error}
            onChange={({ target }) => {
              setTicker(upperCaseInPlace(target));
              setError(undefined);
            }}
            placeholder="AAPL"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" variant="primary">
            Search
          </Button>
        </form>
      </search>
      <div className={styles.actions}>
        <ButtonLink href="/">Go to Home</ButtonLink>
        <ButtonLink href="/demo">See the demo</ButtonLink>
      </div>
    </div>
  );
}
