/**
 * Scores the shipped forecast on a folder of daily bars: `evaluate.ts --data DIR [--json]
 * [--leave-era-out | --leave-years-out]`.
 */
import { parseArgs } from 'node:util';
import { POOLED_MODEL, unpackModel, type PooledModel } from '../pooled-model.ts';
import { readDailyBars, type DailyBars } from './daily-bars.ts';
import { fitTable } from './fit-model.ts';
import { scoreFolder, STATES, type Scored } from './score.ts';

/** Equal bins of the stated probability, for the calibration error. */
const CALIBRATION_BINS = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    'leave-era-out': { type: 'boolean', default: false },
    'leave-years-out': { type: 'boolean', default: false },
  },
});
if (values.data === undefined) {
  throw new Error('usage: evaluate -- --data DIR [--json] [--leave-era-out | --leave-years-out]');
}

const folder = readDailyBars(values.data);
const models = new Map(
  values['leave-era-out'] || values['leave-years-out']
    ? [...new Set(folder.map(({ era }) => era))].map((era) => [era, modelWithout(era, folder)])
    : [],
);
const scores = scoreFolder(folder, ({ era }) => models.get(era) ?? POOLED_MODEL);
const horizons = Object.fromEntries(
  [...scores].map(([horizonDays, scored]) => [horizonDays, summary(scored)]),
);

if (values.json) console.log(JSON.stringify({ horizons }, null, 2));
else console.table(Object.fromEntries(Object.entries(horizons).map(([h, row]) => [h, legible(row)])));

/**
 * The model fitted without the era's tickers, and with `--leave-years-out` without any outcome of other tickers in the years
 * that the era is scored on.
 */
function modelWithout(era: string, all: readonly DailyBars[]): PooledModel {
  const scored = all.filter((bars) => bars.era === era);
  const from = Math.min(...scored.map(({ candles, scoreFrom }) => candles.time[scoreFrom] ?? Infinity));
  const to = Math.max(...scored.map(({ candles }) => candles.time.at(-1)!));
  const isScoredYear = (first: number, last: number): boolean =>
    values['leave-years-out'] && last >= from && first <= to;
  return unpackModel(fitTable(all, (bars, first, last) => bars.era === era || isScoredYear(first, last)));
}

function share(some: readonly Scored[], is: (score: Scored) => boolean): number {
  return some.filter(is).length / some.length;
}

function summary(scored: readonly Scored[]): Record<string, number | number[]> {
  const n = scored.length;
  const sum = (value: (score: Scored) => number): number =>
    scored.reduce((total, score) => total + value(score), 0);
  const moves = scored.filter(({ outcomeSign }) => outcomeSign !== 0);
  return {
    n,
    crps_ratio: sum(({ crps }) => crps) / sum(({ baselineCrps }) => baselineCrps),
    winkler95_ratio: sum(({ winkler95 }) => winkler95) / sum(({ baselineWinkler95 }) => baselineWinkler95),
    winkler80_ratio: sum(({ winkler80 }) => winkler80) / sum(({ baselineWinkler80 }) => baselineWinkler80),
    coverage80: share(scored, ({ inside80 }) => inside80),
    coverage95: share(scored, ({ inside95 }) => inside95),
    coverage80_by_state: STATES.map((_, state) =>
      share(
        scored.filter((score) => score.state === state),
        ({ inside80 }) => inside80,
      ),
    ),
    relative_mae: sum(({ error }) => error) / sum(({ noChangeError }) => noChangeError),
    direction: share(moves, ({ outcomeSign, medianSign }) => outcomeSign === medianSign),
    base_rate: share(moves, ({ outcomeSign }) => outcomeSign > 0),
    ece_within: calibrationError(scored),
  };
}

/** Mean distance between stated and observed share of "within ± w of the median", by bins of the stated one. */
function calibrationError(scored: readonly Scored[]): number {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ stated: 0, observed: 0 }));
  for (const { confidence, isWithin } of scored) {
    const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(confidence * CALIBRATION_BINS))]!;
    bin.stated += confidence;
    bin.observed += isWithin ? 1 : 0;
  }
  return bins.reduce((total, { stated, observed }) => total + Math.abs(stated - observed), 0) / scored.length;
}

function legible(row: Record<string, number | number[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      [value]
        .flat()
        .map((figure) => (name === 'n' ? String(figure) : figure.toFixed(4)))
        .join(' / '),
    ]),
  );
}
