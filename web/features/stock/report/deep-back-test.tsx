import {
  SKILL_WORDS,
  countText,
  formatDays,
  isEnough,
  type BackTest,
  type Format,
  type HorizonBackTest,
  type HorizonDays,
  verdictOn,
} from '#compute';
import { decodeBasis } from '#worker/snapshot';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { estimateText, improvementWriter, useFormat } from '../../../shared/format/use-format.ts';
import { onOwnThread } from '../../../shared/offthread/compute-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable, CellWithNote } from '../../../shared/ui/data-table.tsx';
import { Segmented } from '../../../shared/ui/field.tsx';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import styles from './deep-back-test.module.css';
import { IntervalPlot } from '../../../shared/charts/interval-plot.tsx';

/** Scores the model on every session of the loaded history, on demand. Part of the track record card. */
export function DeepBackTest({ data }: { data: Listing }) {
  const format = useFormat();
  const id = useId();
  const { finished, response } = data;
  const run = useQuery({
    queryKey: ['back-test', response.ticker, response.source, finished.time.at(-1)],
    queryFn: ({ signal }) => onOwnThread((api) => api.backTest(finished, decodeBasis(response)), signal),
    enabled: false,
  });
  const result = run.data?.ok === true ? run.data.value : undefined;
  const shownHorizonDays = hasForecast(data) ? data.analysis.forecast.horizonDays : null;

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
      {result && <Report result={result} shownHorizonDays={shownHorizonDays} />}
    </section>
  );
}

type ReportProps = Readonly<{ result: BackTest; shownHorizonDays: HorizonDays | null }>;

function Report({ result, shownHorizonDays }: ReportProps) {
  const format = useFormat();
  const [chosen, setChosen] = useState(String(shownHorizonDays));
  const shown = result.find(({ horizonDays }) => String(horizonDays) === chosen) ?? result[0];
  if (shown === undefined) return null;
  return (
    <div className={styles.report}>
      <Segmented
        label="Back-test horizon"
        options={result.map(({ horizonDays }) => ({
          value: String(horizonDays),
          label: formatDays(horizonDays),
        }))}
        value={String(shown.horizonDays)}
        onChange={setChosen}
      />
      <p className={styles.verdict}>{verdict(format, shown)}</p>
      <div className={styles.halves}>
        <Calibration result={shown} />
        <SkillByYear result={shown} />
      </div>
      <ErrorTable result={shown} />
    </div>
  );
}

function Calibration({ result: { calibration, horizonDays, n } }: { result: HorizonBackTest }) {
  const format = useFormat();
  return (
    <div>
      <h3>How often the ranges held</h3>
      <IntervalPlot
        caption={`How often the ${formatDays(horizonDays)} ranges held`}
        referenceName="stated"
        rows={calibration.map(({ nominal, covered, baselineCovered }) => ({
          label: `${format.share(nominal)} range`,
          detail: `simple range ${format.share(baselineCovered.value)}`,
          n,
          estimate: covered,
          reference: nominal,
        }))}
      />
    </div>
  );
}

function SkillByYear({ result: { years } }: { result: HorizonBackTest }) {
  const format = useFormat();
  const improvement = improvementWriter(format);
  return (
    <div>
      <h3>Year by year</h3>
      <DataTable
        label="Year by year"
        caption="How much the range beats a simple range. Above 0% is better."
        className={styles.table}
        headers={['Year', 'Forecasts', 'Improvement', '80% held']}
        rows={years.map(({ year, inSample, n, nEffective, coverage80, bandSkill }) => ({
          id: String(year),
          cells: [
            inSample ? cell({ text: year, note: 'in-sample' }) : year,
            cell({ text: format.count(n), note: `${format.count(nEffective)} without overlap` }),
            bandSkill === null || !isEnough(n) ? 'N/A' : cell(estimateText(improvement, bandSkill)),
            isEnough(n)
              ? cell(estimateText(format.share, coverage80))
              : countText(format, coverage80.value, n),
          ],
        }))}
      />
    </div>
  );
}

function ErrorTable({ result }: { result: HorizonBackTest }) {
  const format = useFormat();
  const improvement = improvementWriter(format);
  const measures = [
    { name: 'Range error (width and misses)', ...result.bandLossPercent, skill: result.bandSkill },
    { name: 'Typical error of the estimate', ...result.medianErrorPercent, skill: result.medianSkill },
    { name: 'Width of the 80% range', ...result.widthPercent, skill: null },
  ];
  return (
    <div>
      <h3>Errors</h3>
      <DataTable
        label="Back-test errors"
        caption="As a percentage of the price; lower is better. The simple range assumes every day swings alike and estimates “no change”. Gray: 95% interval."
        className={styles.table}
        headers={['Measure', 'Candor', 'Simple range', 'Improvement']}
        rows={measures.map(({ name, model, baseline, skill }) => ({
          id: name,
          cells: [
            name,
            cell(estimateText(format.percent, model)),
            cell(estimateText(format.percent, baseline)),
            skill ? cell(estimateText(improvement, skill)) : '–',
          ],
        }))}
      />
    </div>
  );
}

function cell(texts: ComponentProps<typeof CellWithNote>): ReactNode {
  return <CellWithNote key={String(texts.note)} {...texts} />;
}

function verdict(
  format: Format,
  { n, nEffective, horizonDays, from, to, bandSkill }: HorizonBackTest,
): string {
  return (
    `In ${format.count(n)} ${horizonDays}-day tests from ${format.isoDate(from)} to ${format.isoDate(to)}, ` +
    `the range ${SKILL_WORDS[verdictOn(bandSkill, 0)]} a simple range, which assumes every day swings alike.` +
    (nEffective < n ? ` The tests overlap, so they count as ${format.count(nEffective)} separate ones.` : '')
  );
}
