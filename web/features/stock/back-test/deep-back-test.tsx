import { decodeBasis } from '#worker/snapshot';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { onOwnThread, startComputeThread } from '../../../shared/offthread/compute-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { BackTestReport } from './back-test-report.tsx';
import styles from './back-test.module.css';
import { hasForecast, type ListingData } from '../listing-data.ts';

/** Scores the model on every session of the loaded history, on demand. Part of the track record card. */
export function DeepBackTest({ data }: { data: ListingData }) {
  const format = useFormat();
  const id = useId();
  const { finished, response } = data;
  const run = useQuery({
    queryKey: ['back-test', response.ticker, response.source, finished.time.at(-1)],
    queryFn: ({ signal }) =>
      onOwnThread(startComputeThread(), (api) => api.backTest(finished, decodeBasis(response)), signal),
    enabled: false,
  });
  const result = run.data?.ok === true ? run.data.value : undefined;
  // Deferred, so that building the report never blocks a frame.
  const reported = useDeferredValue(result);
  const shownHorizonDays = hasForecast(data) ? data.analysis.forecast.horizonDays : null;
  const report = useMemo(
    () => reported && <BackTestReport result={reported} shownHorizonDays={shownHorizonDays} />,
    [reported, shownHorizonDays],
  );

  function statusText(): string {
    if (run.isFetching) return 'Running…';
    if (run.data?.ok === false) return 'This browser couldn’t run the back-test.';
    if (result === null) return 'The price history is too short to score the model.';
    if (result === undefined) return `Uses all ${format.count(finished.close.length)} sessions.`;
    return `${format.count(result.reduce((sum, { n }) => sum + n, 0))} forecasts scored.`;
  }

  return (
    <section className={styles.deep} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h3 id={id}>Deep back-test</h3>
          <output className={styles.lead}>{statusText()}</output>
        </div>
        <Button size="sm" aria-busy={run.isFetching} onClick={() => void run.refetch()}>
          {result === undefined ? 'Run back-test' : 'Run again'}
        </Button>
      </div>
      {report}
    </section>
  );
}
