import { decodeCandles, DEFAULT_HORIZON_DAYS, hitRate, type HitRate } from '#compute';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import {
  clearJournal,
  JOURNAL,
  parseJournal,
  settleJournal,
  type JournalEntry,
} from '../../shared/user-data/forecast-journal.ts';
import { AskFirst } from '../../shared/ui/ask-first.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { download, toCsv } from '../../shared/export/download.ts';
import { fetchSnapshot } from '../../shared/api/stock-api.ts';
import { useText } from '../../shared/user-data/use-user-text.ts';
import { isSameMarket } from '../../shared/user-data/anchor.ts';
import styles from './profile-page.module.css';

/** How the forecasts that the user was shown came out, in whichever browser. Live and simulated prices are never added up. */
export function JournalCard({ email }: { email: string }) {
  const { entries, isChecking, unreachable, clear } = useJournal(email);
  const [isCleared, setCleared] = useState(false);
  const live = entries.filter(({ source }) => !isSameMarket(source, 'sample'));
  const simulated = entries.filter(({ source }) => isSameMarket(source, 'sample'));
  function onClear() {
    clear();
    setCleared(true);
  }

  return (
    <Card
      title="Verified hit rate"
      footer={entries.length > 0 && <JournalControls entries={entries} onClear={onClear} />}
    >
      <div className={styles.record}>
        <p className={styles.note}>
          Every forecast you see is saved in your account before its outcome is known, and later checked
          against the closing price of its target day.
        </p>
        {(live.length > 0 || simulated.length === 0) && <MarketResults entries={live} />}
        {simulated.length > 0 && (
          <section aria-label="Sample market" className={styles.record}>
            <h3 className={styles.market}>
              Sample market: simulated prices, which say nothing about real ones
            </h3>
            <MarketResults entries={simulated} />
          </section>
        )}
        {isCleared && (
          <p ref={focusOnMount} tabIndex={-1} className={styles.note}>
            The journal is cleared.
          </p>
        )}
        <output className={styles.note}>
          {isChecking && 'Checking the closes of forecasts that are due.'}
          {!isChecking && entries.length > 0 && unreachable.length > 0 && unreachableText(unreachable)}
        </output>
      </div>
    </Card>
  );
}

/** For what takes the place of the button that had the focus. */
function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}

function MarketResults({ entries }: { entries: readonly JournalEntry[] }) {
  const format = useFormat();
  const result = hitRate(entries);
  const nextDate = entries
    .filter(({ outcome }) => outcome === null)
    .map(({ targetDate }) => targetDate)
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
      <p className={styles.note}>
        {entries.length === 0 ? (
          <>
            <Link href="/prediction">Analyze a stock</Link>, and its forecast is saved here.
          </>
        ) : (
          countsText(format, result, nextDate)
        )}
      </p>
    </>
  );
}

function Measured({ result, measured }: { result: HitRate; measured: NonNullable<HitRate['measured']> }) {
  const format = useFormat();
  const { hitRate: hits, riseShare, coverage80, coverage95 } = measured;
  return (
    <Tiles>
      <Tile
        label="Direction hit"
        value={hits ? format.share(hits.value) : 'N/A'}
        detail={
          hits && riseShare !== null
            ? `95% interval ${interval(format, hits)}. Always "up" would have hit ${format.share(riseShare)}.`
            : 'No price moved.'
        }
        chip={`n = ${format.count(result.settled - result.unchanged)}`}
      />
      <Tile
        label="Inside the 80% range"
        value={format.share(coverage80.value)}
        detail={`95% interval ${interval(format, coverage80)}`}
        chip={`n = ${format.count(result.settled)}`}
      />
      <Tile
        label="Inside the 95% range"
        value={format.share(coverage95.value)}
        detail={`95% interval ${interval(format, coverage95)}`}
        chip={`n = ${format.count(result.settled)}`}
      />
    </Tiles>
  );
}

function JournalControls({ entries, onClear }: { entries: readonly JournalEntry[]; onClear: () => void }) {
  const format = useFormat();
  return (
    <AskFirst
      action="Clear"
      label="Clear the forecast journal"
      question={`Clear ${forecastCount(format, entries.length)}? This cannot be undone.`}
      className={styles.controls}
      onClear={onClear}
    >
      {(button) => (
        <div className={styles.controls}>
          <Button
            size="sm"
            onClick={() => download('candor-forecasts.csv', forecastsToCsv(entries), 'text/csv')}
          >
            Export
          </Button>
          {button}
        </div>
      )}
    </AskFirst>
  );
}

function countsText(
  format: Format,
  { settled, open, unchanged, independent }: HitRate,
  nextDate: string | undefined,
): string {
  const parts = [`${format.count(settled)} settled`];
  if (independent < settled) parts.push(`of which ${format.count(independent)} share no day`);
  if (unchanged > 0) parts.push(`${format.count(unchanged)} without a move`);
  parts.push(`${format.count(open)} open`);
  const next =
    nextDate === undefined
      ? ''
      : ` The next target day is ${format.sessionDate(Date.parse(nextDate) / 1000, 'day')}.`;
  return `${parts.join(', ')}.${next}`;
}

function unreachableText(tickers: readonly string[]): string {
  return `There are no closing prices for ${tickers.join(', ')}; these forecasts stay open and are checked again on your next visit.`;
}

function forecastCount(format: Format, count: number): string {
  return count === 1 ? '1 recorded forecast' : `${format.count(count)} recorded forecasts`;
}

function interval(format: Format, { low, high }: { low: number; high: number }): string {
  return `${format.share(low)} to ${format.share(high)}`;
}

const COLUMNS = [
  'ticker',
  'source',
  'baseDate',
  'basePrice',
  'horizonDays',
  'targetDate',
  'price',
  'low80',
  'high80',
  'low95',
  'high95',
  'model',
  'shownAt',
] as const satisfies readonly (keyof JournalEntry)[];

/** Forecasts as CSV (RFC 4180), one line each, open ones with an empty outcome. Simulated prices are named in `source`. */
export function forecastsToCsv(entries: readonly JournalEntry[]): string {
  const lines = entries.map((entry) => [
    ...COLUMNS.map((column) => entry[column]),
    entry.outcome?.date ?? '',
    entry.outcome?.close ?? '',
  ]);
  return toCsv([[...COLUMNS, 'outcomeDate', 'outcomeClose'], ...lines]);
}

/** The user's forecast journal, and the state of its check against real closes. */
type Journal = {
  entries: readonly JournalEntry[];
  isChecking: boolean;
  /** Listings whose closes could not be had; they are asked for again on the next visit. */
  unreachable: readonly string[];
  clear: () => void;
};

/** A user's forecasts, of which those whose target date is over are settled with one request per listing. */
function useJournal(email: string): Journal {
  const text = useText(JOURNAL.storageKey(email));
  const entries = useMemo(() => parseJournal(text), [text]);
  const [due] = useState(() => dueListings(entries, Date.now()));
  const [isChecking, setChecking] = useState(due.length > 0);
  const [unreachable, setUnreachable] = useState<readonly string[]>([]);

  useEffect(() => {
    const abort = new AbortController();
    const settleAll = async () => {
      for (const entry of due) {
        // One after the other, so that a long list is no burst.
        const wasReached = await settle(email, entry, abort.signal);
        if (abort.signal.aborted) return;
        if (!wasReached) setUnreachable((tickers) => [...tickers, entry.ticker]);
      }
      setChecking(false);
    };
    void settleAll();
    return () => abort.abort();
  }, [email, due]);

  return { entries, isChecking, unreachable, clear: () => clearJournal(email) };
}

/** One open entry per listing and market whose target date is over, by the date in UTC. */
function dueListings(entries: readonly JournalEntry[], nowMs: number): readonly JournalEntry[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const due = entries.filter(({ outcome, targetDate }) => outcome === null && targetDate < today);
  const byListing = due.map((entry) => [`${entry.source === 'sample'} ${entry.ticker}`, entry] as const);
  return [...new Map(byListing).values()];
}

/** False when the closes of the entry's listing could not be had. */
async function settle(email: string, { ticker, source }: JournalEntry, signal: AbortSignal) {
  const fetched = await fetchSnapshot(ticker, DEFAULT_HORIZON_DAYS, signal);
  if (signal.aborted || !fetched.ok) return false;
  const listing = fetched.value.body;
  // A deployment on the sample market cannot settle forecasts of real prices, nor the other way round.
  if (!isSameMarket(listing.source, source)) return false;
  const candles = decodeCandles(listing.columns);
  if (!candles.ok) return false;
  settleJournal(email, { listing, candles: candles.value });
  return true;
}
