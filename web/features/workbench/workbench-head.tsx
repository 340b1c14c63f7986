import type { Ticker } from '#compute';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { changeDecimals } from '../../shared/format/price-format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { stampedSource } from '../../shared/format/words.ts';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { useNow, useOnline } from '../../shared/ui/browser-state.ts';
import { Delta } from '../../shared/ui/delta.tsx';
import { closeTool, ToolPopover } from './tool-popover.tsx';
import type { Listing } from './use-workbench-data.ts';
import type { IntradayBars } from './workbench-series.ts';
import type { WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

/** Where a shortcut finds its button. */
export const LISTING_BUTTON_ID = 'workbench-listing';

interface HeadProps {
  readonly view: WorkbenchView;
  readonly listing: Listing | null;
  /** What is shown of it within the day. */
  readonly intraday: IntradayBars | null;
  readonly isRefreshFailing: boolean;
  readonly onListing: (ticker: Ticker) => void;
  /** What can be done with the chart as a whole. */
  readonly actions: ReactNode;
}

/** Who, how much, from where, and a way to another listing. */
export function WorkbenchHead({ view, listing, intraday, isRefreshFailing, onListing, actions }: HeadProps) {
  const format = useFormat();
  return (
    <header className={styles.head}>
      <h1>Chart workbench</h1>
      <ToolPopover label={view.ticker} title="Another listing" id={LISTING_BUTTON_ID}>
        <AddTickerForm
          label="Show another listing"
          action="Show"
          onAdd={(ticker) => {
            closeTool();
            onListing(ticker);
            return null;
          }}
        />
      </ToolPopover>
      {listing && (
        <>
          <p className={styles.price}>
            <strong>{format.price(listing.analysis.currentPrice, listing.response.currency)}</strong>{' '}
            <Delta
              value={listing.analysis.dayChange}
              text={`${format.signedPrice(listing.analysis.dayChange, listing.response.currency, changeDecimals(listing.analysis.currentPrice))} (${format.percent(listing.analysis.dayChangePercent, { signed: true })})`}
            />
          </p>
          <Provenance listing={listing} intraday={intraday} isRefreshFailing={isRefreshFailing} />
          <Link
            className={styles.analysis ?? ''}
            href={`/prediction?${new URLSearchParams({ ticker: view.ticker, days: String(view.horizonDays) })}`}
          >
            Analysis
          </Link>
          {actions}
        </>
      )}
    </header>
  );
}

/** Company, source and time of the prices on screen, and whether they are older than they should be. */
function Provenance({
  listing,
  intraday,
  isRefreshFailing,
}: Pick<HeadProps, 'intraday' | 'isRefreshFailing'> & { readonly listing: Listing }) {
  const format = useFormat();
  const nowMs = useNow(CLOCK_MS);
  const isOnline = useOnline();
  const { response, receivedAtMs } = intraday ?? listing;
  // Bars within the day are never a copy.
  const isCopy = intraday === null && listing.isCopy;
  const isOld = isCopy || !isOnline || response.stale || isRefreshFailing;
  const of = isRefreshFailing ? receivedAtMs : Date.parse(response.fetched_at);
  return (
    <p className={styles.provenance}>
      {[
        response.company_name,
        listing.response.prices === 'recorded' ? 'Recorded prices' : stampedSource(response.source),
        format.exchangeTime(response.as_of, response.exchange_timezone, nowMs),
        response.delayed_minutes > 0 ? `delayed ${response.delayed_minutes} min` : 'no delay',
      ]
        .filter(Boolean)
        .join(' · ')}{' '}
      <output>
        {isOld && (
          <strong>
            {isCopy || !isOnline ? 'Offline' : 'Stale'}: data from {format.localTime(of, nowMs)}
          </strong>
        )}
      </output>
    </p>
  );
}
