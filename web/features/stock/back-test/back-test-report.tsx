import {
  SKILL_WORDS,
  verdictOn,
  type BackTest,
  type Estimated,
  type HorizonBackTest,
  type HorizonDays,
} from '#compute';
import { useState } from 'react';
import { formatDays, type Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import type { Exportable } from '../../../shared/export/export-files.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Segmented } from '../../../shared/ui/field.tsx';
import { savedText, shareText, type MeasureText } from '../report/track-record-card.tsx';
import styles from './back-test.module.css';
import { CalibrationPlot } from './calibration-plot.tsx';
import { SkillByYear } from './skill-by-year.tsx';
import type { SnapshotReading } from '../../../shared/api/stock-api.ts';

interface BackTestReportProps {
  readonly result: BackTest;
  readonly response: SnapshotReading;
  /** Chosen at first, if it could be scored. */
  readonly shownHorizonDays: HorizonDays | null;
}

/** Verdict, calibration, years and errors of one horizon at a time. */
export function BackTestReport({ result, response, shownHorizonDays }: BackTestReportProps) {
  const format = useFormat();
  const [chosen, setChosen] = useState(shownHorizonDays);
  const shown = result.find(({ horizonDays }) => horizonDays === chosen) ?? result[0];
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
        onChange={(value) =>
          setChosen(result.find(({ horizonDays }) => String(horizonDays) === value)?.horizonDays ?? null)
        }
      />
      <p className={styles.verdict}>{verdict(format, shown)}</p>
      <div className={styles.halves}>
        <CalibrationPlot result={shown} ticker={response.ticker} />
        <SkillByYear result={shown} />
      </div>
      <ErrorTable result={shown} />
    </div>
  );
}

function ErrorTable({ result }: { result: HorizonBackTest }) {
  const format = useFormat();
  const { medianErrorPercent, bandLossPercent, widthPercent, medianSkill, bandSkill, calibration } = result;
  const at = (nominal: number) => calibration.find((point) => point.nominal === nominal);
  const [at80, at95] = [at(0.8), at(0.95)];
  const rows = [
    {
      name: 'Range: width and misses',
      model: percentText(format, bandLossPercent.model),
      baseline: percentText(format, bandLossPercent.baseline),
      saved: savedText(format, bandSkill),
    },
    {
      name: 'Estimate: typical miss',
      model: percentText(format, medianErrorPercent.model),
      baseline: percentText(format, medianErrorPercent.baseline),
      saved: savedText(format, medianSkill),
    },
    {
      name: 'Width of the 80% range',
      model: percentText(format, widthPercent.model),
      baseline: percentText(format, widthPercent.baseline),
    },
    at80 && {
      name: '80% range held',
      model: shareText(format, at80.covered),
      baseline: shareText(format, at80.baselineCovered),
    },
    at95 && {
      name: '95% range held',
      model: shareText(format, at95.covered),
      baseline: shareText(format, at95.baselineCovered),
    },
  ].filter((row) => row !== undefined);
  return (
    <div>
      <div className={styles.title}>
        <h3>Errors</h3>
        <ExportButton exportable={errorExport(result)} />
      </div>
      <DataTable
        label="Back-test errors"
        caption="The first three rows are in percent of the price; less is better. The simple rule: a range that assumes that all days swing alike, and “no change” as its estimate. Grey: where the true figure lies with 95% confidence."
        className={classNames(styles.table, styles.errors)}
        heads={['Measure', 'Candor', 'Simple rule', 'Improvement']}
        rows={rows.map(({ name, model, baseline, saved }) => ({
          id: name,
          cells: [
            name,
            <Figure key="model" text={model} />,
            <Figure key="baseline" text={baseline} />,
            saved ? <Figure key="saved" text={saved} /> : '–',
          ],
        }))}
      />
    </div>
  );
}

function errorExport({
  horizonDays,
  bandLossPercent,
  medianErrorPercent,
  widthPercent,
  bandSkill,
  medianSkill,
  calibration,
}: HorizonBackTest): Exportable {
  return {
    title: `Back-test errors, ${horizonDays}-day ranges`,
    kind: 'scores',
    rows: () => [
      ['measure', 'Candor', 'low', 'high', 'constant volatility', 'low', 'high'],
      [
        'loss of the range, % of price',
        ...numbers(bandLossPercent.model),
        ...numbers(bandLossPercent.baseline),
      ],
      [
        'error of the median, % of price',
        ...numbers(medianErrorPercent.model),
        ...numbers(medianErrorPercent.baseline),
      ],
      [
        'width of the 80% range, % of price',
        ...numbers(widthPercent.model),
        ...numbers(widthPercent.baseline),
      ],
      ...calibration
        .filter(({ nominal }) => nominal === 0.8 || nominal === 0.95)
        .map(({ nominal, covered, baselineCovered }) => [
          `share of ${nominal * 100}% ranges that held`,
          covered.value,
          covered.low,
          covered.high,
          baselineCovered.value,
          baselineCovered.low,
          baselineCovered.high,
        ]),
      ['share of the range loss saved', ...numbers(bandSkill)],
      ['share of the median error saved', ...numbers(medianSkill)],
    ],
  };
}

function numbers({ value, low, high }: Estimated): number[] {
  return [value, low, high];
}

function Figure({ text: { value, interval } }: { text: MeasureText }) {
  return (
    <>
      {value}
      <span className={styles.interval}>{interval}</span>
    </>
  );
}

function percentText(format: Format, { value, low, high }: Estimated): MeasureText {
  return { value: format.percent(value), interval: `${format.percent(low)} to ${format.percent(high)}` };
}

function verdict(
  format: Format,
  { n, nEffective, horizonDays, from, to, bandSkill }: HorizonBackTest,
): string {
  return (
    `In ${format.count(n)} tests over ${formatDays(horizonDays)}, from ${format.isoDate(from)} to ${format.isoDate(to)}, ` +
    `the range ${SKILL_WORDS[verdictOn(bandSkill, 0)]} a simple one, which assumes that all days swing alike. ` +
    `The tests overlap and count as ${format.count(nEffective)} separate ones.`
  );
}
