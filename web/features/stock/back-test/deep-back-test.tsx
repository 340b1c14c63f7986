import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { useExternalValue } from '../../../shared/ui/external-value.ts';
import { BackTestReport } from './back-test-report.tsx';
import { backTestModel, type BackTestRun } from './back-test-state.ts';
import styles from './back-test.module.css';
import { hasForecast, type ListingData } from '../listing-data.ts';

/**
 * Scores the model from every session in the page's history, on demand; a part of the track record. Mount it anew for another
 * listing.
 */
export function DeepBackTest({ data }: { data: ListingData }) {
  const format = useFormat();
  const id = useId();
  const { finished, response } = data;
  const [backTest] = useState(() => backTestModel(response.ticker));
  const run = useExternalValue(backTest.state);
  // The report is built in the gaps between frames, however slow the device, and not again for each percent of a new run.
  const reported = useDeferredValue(run);
  const shownHorizonDays = hasForecast(data) ? data.analysis.forecast.horizonDays : null;
  const report = useMemo(
    () =>
      reported.status === 'done' &&
      reported.result !== null && (
        <BackTestReport result={reported.result} response={response} shownHorizonDays={shownHorizonDays} />
      ),
    [reported, response, shownHorizonDays],
  );
  const isRunning = run.status === 'running';

  return (
    <section className={styles.deep} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h3 id={id}>Deep back-test</h3>
          {run.status !== 'done' && (
            <p className={styles.lead}>On all {format.count(finished.close.length)} sessions.</p>
          )}
        </div>
        <Button
          size="sm"
          onClick={() =>
            isRunning ? backTest.cancel() : void backTest.start(finished, response.trading_calendar)
          }
        >
          {isRunning ? 'Cancel' : run.status === 'done' ? 'Run again' : 'Run back-test'}
        </Button>
      </div>
      {isRunning && (
        <progress className={styles.progress} aria-label="Back-test" max={1} value={run.share}>
          {Math.round(run.share * 100)}%
        </progress>
      )}
      <output className={styles.status}>{statusText(format, run)}</output>
      {report}
      {report && response.source === 'sample' && (
        <p className={styles.lead}>Sample market: simulated prices, no evidence about real ones.</p>
      )}
    </section>
  );
}

/** Announced once at each change of state; the progress bar shows how far a run is. */
function statusText(format: Format, run: BackTestRun): string {
  switch (run.status) {
    case 'idle':
      return run.wasCancelled ? 'Cancelled.' : '';
    case 'running':
      return 'Running.';
    case 'failed':
      return 'This browser could not run the back-test.';
    case 'done': {
      if (run.result === null) return 'The price history is too short to score the model on it.';
      const forecasts = run.result.reduce((sum, { n }) => sum + n, 0);
      return `${format.count(forecasts)} forecasts over ${format.count(run.bars)} sessions, scored in ${format.fixed(run.elapsedMs / 1000, 2)} s.`;
    }
  }
}
