import { hitRate, type HitRate } from '#compute';
import { useState } from 'react';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatShare } from '../../shared/format/percent.ts';
import { forecastsToCsv } from '../../shared/stats/forecast-csv.ts';
import { isSameMarket } from '../../shared/stats/forecast-record.ts';
import type { ForecastRecord } from '../../shared/stats/forecast-record.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { download } from '../../shared/ui/download.ts';
import { Tile } from '../../shared/ui/tile.tsx';
import styles from './profile-page.module.css';
import { useForecasts } from './use-forecasts.ts';

/** How the forecasts that this browser showed to the user came out. Live and simulated prices are never added up. */
export function VerifiedRecord({ email }: { email: string }) {
  const { records, isChecking, unreachable, clear } = useForecasts(email);
  const [isCleared, setCleared] = useState(false);
  const live = records.filter(({ source }) => !isSameMarket(source, 'sample'));
  const simulated = records.filter(({ source }) => isSameMarket(source, 'sample'));
  function onClear() {
    clear();
    setCleared(true);
  }

  return (
    <Card
      title="Verified hit rate"
      footer={records.length > 0 && <RecordControls records={records} onClear={onClear} />}
    >
      <div className={styles.record}>
        <p className={styles.note}>
          This browser notes each forecast you are shown, before its outcome, and compares it with the close
          on its target day, once the next session has begun.
        </p>
        {(live.length > 0 || simulated.length === 0) && <MarketRecord records={live} />}
        {simulated.length > 0 && (
          <section aria-label="Sample market" className={styles.record}>
            <h3 className={styles.market}>Sample market: simulated prices, no evidence about real ones</h3>
            <MarketRecord records={simulated} />
          </section>
        )}
        {isCleared && (
          <p ref={focusOnMount} tabIndex={-1} className={styles.note}>
            The record is cleared.
          </p>
        )}
        <output className={styles.note}>
          {isChecking && 'Checking the closes of forecasts that are due.'}
          {!isChecking && records.length > 0 && unreachable.length > 0 && unreachableText(unreachable)}
        </output>
      </div>
    </Card>
  );
}

/** For what takes the place of the button that had the focus. */
function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}

function MarketRecord({ records }: { records: readonly ForecastRecord[] }) {
  const result = hitRate(records);
  const nextDate = records
    .filter(({ outcome }) => outcome === null)
    .map(({ targetDate }) => targetDate)
    .toSorted()[0];
  return (
    <>
      {result.measured ? (
        <Measured result={result} measured={result.measured} />
      ) : (
        <p className={styles.verdict}>
          Not enough settled forecasts yet <span className={styles.count}>(n = {result.settled})</span>
        </p>
      )}
      <p className={styles.note}>{countsText(result, nextDate)}</p>
    </>
  );
}

function Measured({ result, measured }: { result: HitRate; measured: NonNullable<HitRate['measured']> }) {
  const { hitRate: hits, riseShare, coverage80, coverage95 } = measured;
  return (
    <div className={styles.stats}>
      <Tile
        label="Direction hit"
        value={hits ? formatShare(hits.value) : 'N/A'}
        detail={
          hits && riseShare !== null
            ? `95% interval ${interval(hits)}. Always "up" would have hit ${formatShare(riseShare)}.`
            : 'No price moved.'
        }
        chip={`n = ${result.settled - result.unchanged}`}
      />
      <Tile
        label="Inside the 80% range"
        value={formatShare(coverage80.value)}
        detail={`95% interval ${interval(coverage80)}`}
        chip={`n = ${result.settled}`}
      />
      <Tile
        label="Inside the 95% range"
        value={formatShare(coverage95.value)}
        detail={`95% interval ${interval(coverage95)}`}
        chip={`n = ${result.settled}`}
      />
    </div>
  );
}

function RecordControls({ records, onClear }: { records: readonly ForecastRecord[]; onClear: () => void }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle');
  if (step === 'asking') {
    return (
      <div className={styles.controls} role="group" aria-label="Clear the record">
        <p className={styles.question}>Clear {forecastCount(records.length)}? This cannot be undone.</p>
        <span className={styles.controls}>
          <Button size="sm" variant="danger" onClick={onClear}>
            Clear
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question replaces the button that had the focus */}
          <Button size="sm" autoFocus onClick={() => setStep('kept')}>
            Keep
          </Button>
        </span>
      </div>
    );
  }
  return (
    <div className={styles.controls}>
      <Button size="sm" onClick={() => download('candor-forecasts.csv', forecastsToCsv(records), 'text/csv')}>
        Export
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes back in place of the answer that had the focus */}
      <Button size="sm" autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        Clear
      </Button>
    </div>
  );
}

function countsText(
  { settled, open, unchanged, independent }: HitRate,
  nextDate: string | undefined,
): string {
  if (settled + open === 0) return 'Analyze a stock, and its forecast is noted here.';
  const parts = [`${settled} settled`];
  if (independent < settled) parts.push(`of which ${independent} share no day`);
  if (unchanged > 0) parts.push(`${unchanged} without a move`);
  parts.push(`${open} open`);
  const next =
    nextDate === undefined
      ? ''
      : ` The next target day is ${formatSessionDate(Date.parse(nextDate) / 1000, 'day')}.`;
  return `${parts.join(', ')}.${next}`;
}

function unreachableText(tickers: readonly string[]): string {
  return `No closes to be had for ${tickers.join(', ')}; these forecasts stay open and are checked again on your next visit.`;
}

function forecastCount(count: number): string {
  return count === 1 ? '1 recorded forecast' : `${count} recorded forecasts`;
}

function interval({ low, high }: { low: number; high: number }): string {
  return `${formatShare(low)} to ${formatShare(high)}`;
}
