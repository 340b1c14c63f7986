import { DEFAULT_HORIZON_DAYS, hitRate, type Format, type HitRate } from '#compute';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAtomValueRawSync, useStore, type Store } from '../../store.ts';
import { listingQuery } from '../api/listing-queries.ts';
import { estimateText, useFormat } from '../format/use-format.ts';
import { Tile, Tiles } from '../ui/card.tsx';
import { isSameMarket } from '../user/anchor.ts';
import { exchangeToday, journalAtom, settleForecasts, type JournalEntry } from '../user/forecast-journal.ts';
import { ownRangesAtom } from '../user/own-ranges.ts';
import styles from './journal-results.module.css';
import { editAtom, ownerAtom } from '../user/user-items.ts';

export function JournalResults({ entries }: { entries: readonly JournalEntry[] }) {
  return <ByMarket entries={entries} Results={MarketResults} />;
}

interface ByMarketProps<Entry extends { readonly source: string }> {
  readonly entries: readonly Entry[];
  readonly Results: (props: { readonly entries: readonly Entry[] }) => ReactNode;
}

/** The results of each market apart, the sample market's labelled. */
export function ByMarket<Entry extends { readonly source: string }>({
  entries,
  Results,
}: ByMarketProps<Entry>) {
  const live = entries.filter(({ source }) => !isSameMarket(source, 'sample'));
  const simulated = entries.filter(({ source }) => isSameMarket(source, 'sample'));
  return (
    <>
      {(live.length > 0 || simulated.length === 0) && <Results entries={live} />}
      {simulated.length > 0 && (
        <section aria-label="Sample market" className={styles.market}>
          <h3>Sample market: simulated prices. They say nothing about real ones</h3>
          <Results entries={simulated} />
        </section>
      )}
    </>
  );
}

function MarketResults({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const format = useFormat();
  const result = hitRate(entries);
  const nextDate = entries
    .filter(({ outcome }) => outcome === null)
    .map(({ target_date: date }) => date)
    .toSorted()[0];
  return (
    <>
      {result.measured ? (
        <Measured result={result} measured={result.measured} />
      ) : (
        <p className={styles.verdict}>
          Not enough settled forecasts yet{' '}
          <span className={styles.count}>(n = {format.count(result.settled)})</span>
        </p>
      )}
      <p className="note">
        {entries.length === 0 ? (
          <>
            <Link href="/prediction">Analyze a stock</Link> to save its forecast here.
          </>
        ) : (
          countsText(format, result, nextDate)
        )}
      </p>
    </>
  );
}

const RANGES = ['80%', '95%'] as const;

function Measured({ result, measured }: { result: HitRate; measured: NonNullable<HitRate['measured']> }) {
  const format = useFormat();
  const { hitRate: hits, riseShare, coverage80, coverage95 } = measured;
  return (
    <Tiles>
      <Tile
        label="Direction correct"
        value={hits ? format.share(hits.value) : 'N/A'}
        detail={
          hits && riseShare !== null
            ? `95% interval ${estimateText(format.share, hits).note}. Always saying “up” would have scored ${format.share(riseShare)}.`
            : 'No price moved.'
        }
        chip={`n = ${format.count(result.settled - result.unchanged)}`}
      />
      {[coverage80, coverage95].map((coverage, i) => (
        <Tile
          key={RANGES[i]}
          label={`Inside the ${RANGES[i]} range`}
          value={format.share(coverage.value)}
          detail={`95% interval ${estimateText(format.share, coverage).note}`}
          chip={`n = ${format.count(result.settled)}`}
        />
      ))}
    </Tiles>
  );
}

function countsText(
  format: Format,
  { settled, open, unchanged, independent }: HitRate,
  nextDate: string | undefined,
): string {
  const parts = [`${format.count(settled)} settled`];
  if (independent < settled) parts.push(`${format.count(independent)} of them without overlap`);
  if (unchanged > 0) parts.push(`${format.count(unchanged)} unchanged`);
  parts.push(`${format.count(open)} open`);
  const next =
    nextDate === undefined
      ? ''
      : ` Next target date: ${format.sessionDate(Date.parse(nextDate) / 1000, 'day')}.`;
  return `${parts.join(', ')}.${next}`;
}

/** The user's forecasts. Settles due ones, and due own ranges, with one request per listing. */
export function useJournal() {
  const store = useStore();
  const entries = useAtomValueRawSync(journalAtom);
  const { data: unreachable = [], isFetching: isChecking } = useQuery({
    queryKey: [useAtomValueRawSync(ownerAtom), 'due forecasts'],
    /** Returns the listings whose closes could not be fetched. The next visit tries again. */
    queryFn: async ({ client }) => {
      const failed: string[] = [];
      // One by one, to avoid a burst of requests.
      for (const entry of dueListings([...store.get(journalAtom), ...store.get(ownRangesAtom)], Date.now()))
        if (!(await settle(store, client, entry))) failed.push(entry.ticker);
      return failed;
    },
    gcTime: 0,
  });
  return { entries, isChecking, unreachable };
}

/** One due entry per listing and market. */
function dueListings(entries: readonly JournalEntry[], nowMs: number): readonly JournalEntry[] {
  const due = entries.filter(
    (entry) => entry.outcome === null && entry.target_date < exchangeToday(entry, nowMs),
  );
  const byListing = due.map((entry) => [`${entry.source === 'sample'} ${entry.ticker}`, entry] as const);
  return [...new Map(byListing).values()];
}

/** Returns false if the closes could not be fetched. */
async function settle(store: Store, client: QueryClient, { ticker, source }: JournalEntry) {
  const query = { ...listingQuery(ticker, DEFAULT_HORIZON_DAYS), gcTime: 0 };
  const listing = await client.query(query).catch(() => null);
  // A sample-market deployment cannot settle forecasts of real prices, nor the reverse.
  if (listing === null || !isSameMarket(listing.response.source, source)) return false;
  store.set(editAtom, settleForecasts({ listing: listing.response, candles: listing.candles }));
  return true;
}
