/**
 * Scores the shipped forecast on a folder of daily bars: `evaluate.ts --data DIR [--results DIR [--dates known|projected]]
 * [--json] [--every-day] [--leave-era-out | --leave-years-out]`, or with `--portfolios` the joint forecast of drawn portfolios.
 */
import { parseArgs } from 'node:util';
import { POOLED_MODEL, unpackModel, type PooledModel } from '../../compute/forecast/pooled-model.ts';
import { readDailyBars, type DailyBars } from './daily-bars.ts';
import { fitTable } from './fit-model.ts';
import { blockInterval } from './block-bootstrap.ts';
import { printPortfolios } from './portfolio-tables.ts';
import { CLAIMS, scoreFolder, STATES, type Claim, type Scored } from './score.ts';

/** Number of equal bins of stated probability in the calibration error. */
const CALIBRATION_BINS = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    results: { type: 'string' },
    dates: { type: 'string', default: 'known' },
    json: { type: 'boolean', default: false },
    portfolios: { type: 'boolean', default: false },
    'every-day': { type: 'boolean', default: false },
    'leave-era-out': { type: 'boolean', default: false },
    'leave-years-out': { type: 'boolean', default: false },
  },
});
const { dates } = values;
if (values.data === undefined || (dates !== 'known' && dates !== 'projected')) {
  throw new Error(
    'usage: evaluate -- --data DIR [--results DIR [--dates known|projected]] [--json] [--portfolios | --every-day] [--leave-era-out | --leave-years-out]',
  );
}

const folder = readDailyBars(values.data, values.results);
const models = new Map(
  values['leave-era-out'] || values['leave-years-out']
    ? [...new Set(folder.map(({ era }) => era))].map((era) => [era, modelWithout(era, folder)])
    : [],
);
const modelFor = ({ era }: DailyBars): PooledModel => models.get(era) ?? POOLED_MODEL;
const scores = values.portfolios ? [] : scoreFolder(folder, modelFor, values['every-day'], dates);
const horizons = Object.fromEntries(
  [...scores].map(([horizonDays, scored]) => [
    horizonDays,
    {
      ...summary(scored),
      claims: claimsOf(scored),
      groups: groupsOf(scored),
      ...(values.results !== undefined && {
        results_inside: resultsFigures(scored.filter(({ hasResults }) => hasResults === true)),
        results_outside: resultsFigures(scored.filter(({ hasResults }) => hasResults === false)),
      }),
    },
  ]),
);

if (values.portfolios) printPortfolios(folder, modelFor, values.json);
else if (values.json) console.log(JSON.stringify({ horizons }, null, 2));
else printTables();

type Row = (typeof horizons)[string];

function printTables(): void {
  printTable(
    ({ claims: _claims, groups: _groups, results_inside: _inside, results_outside: _outside, ...row }) => row,
  );
  console.log('stated, observed, 95 % interval of what was observed:');
  printTable(({ claims }) => claims);
  console.log('groups: n, CRPS ratio, coverage of the 80 and 95 % bands:');
  printTable(({ groups }) => groups);
  if (values.results === undefined) return;
  console.log(`tickers with results dates (${dates}), windows with a reacting session, and without:`);
  printTable(({ results_inside: inside }) => inside ?? {});
  printTable(({ results_outside: outside }) => outside ?? {});
}

function printTable(pick: (row: Row) => Readonly<Record<string, unknown>>): void {
  const rows = Object.entries(horizons).map(([horizonDays, row]) => [
    horizonDays,
    Object.fromEntries(Object.entries(pick(row)).map(([name, value]) => [name, figuresText(value)])),
  ]);
  console.table(Object.fromEntries(rows));
}

function figuresText(value: unknown): string {
  return [value]
    .flat()
    .map((figure) => (Number.isInteger(figure) ? String(figure) : Number(figure).toFixed(4)))
    .join(' / ');
}

/**
 * The model fitted without the era's tickers; with `--leave-years-out` also without other tickers' outcomes in the years on
 * which the era is scored.
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

function summary(scored: readonly Scored[]): Record<string, number | readonly number[]> {
  const n = scored.length;
  const sum = (value: (score: Scored) => number): number =>
    scored.reduce((total, score) => total + value(score), 0);
  return {
    n,
    crps_ratio: sum(({ crps }) => crps) / sum(({ baselineCrps }) => baselineCrps),
    crps_ratio_interval: blockInterval(
      scored,
      ({ crps }) => crps,
      ({ baselineCrps }) => baselineCrps,
    ),
    crps_ratio_centred: sum(({ crps }) => crps) / sum(({ centredCrps }) => centredCrps),
    winkler95_ratio: sum(({ winkler95 }) => winkler95) / sum(({ baselineWinkler95 }) => baselineWinkler95),
    winkler95_ratio_interval: blockInterval(
      scored,
      ({ winkler95 }) => winkler95,
      ({ baselineWinkler95 }) => baselineWinkler95,
    ),
    winkler95_ratio_centred:
      sum(({ winkler95 }) => winkler95) / sum(({ centredWinkler95 }) => centredWinkler95),
    winkler80_ratio: sum(({ winkler80 }) => winkler80) / sum(({ baselineWinkler80 }) => baselineWinkler80),
    coverage80: share(scored, ({ inside80 }) => inside80),
    coverage80_interval: blockInterval(scored, ({ inside80 }) => Number(inside80)),
    coverage95: share(scored, ({ inside95 }) => inside95),
    coverage95_interval: blockInterval(scored, ({ inside95 }) => Number(inside95)),
    coverage80_by_state: STATES.map((_, state) =>
      share(
        scored.filter((score) => score.state === state),
        ({ inside80 }) => inside80,
      ),
    ),
    relative_mae: sum(({ error }) => error) / sum(({ noChangeError }) => noChangeError),
    ece_within: calibrationError(scored),
  };
}

/** Figures of tickers with results dates, over windows with and without results. */
function resultsFigures(scored: readonly Scored[]) {
  const { n, ...all } = summary(scored);
  const names = ['coverage80', 'coverage95', 'crps_ratio', 'winkler95_ratio'] as const;
  const figures = names.flatMap((name) => [name, `${name}_interval`]);
  return { n, ...Object.fromEntries(figures.map((name) => [name, all[name]])) };
}

/** Stated and observed share of each claim, and the interval of the observed one. */
function claimsOf(scored: readonly Scored[]): Record<string, readonly number[]> {
  const of = (claim: Claim): readonly number[] => [
    scored.reduce((total, { claims }) => total + claims[claim].stated, 0) / scored.length,
    share(scored, ({ claims }) => claims[claim].isTrue),
    ...blockInterval(scored, ({ claims }) => Number(claims[claim].isTrue)),
  ];
  return Object.fromEntries(CLAIMS.map((claim) => [claim, of(claim)]));
}

/** For each group of the manifest: n, CRPS ratio, coverage of the 80 and the 95 % band. */
function groupsOf(scored: readonly Scored[]): Record<string, readonly number[]> {
  const names = [...new Set(scored.map(({ group }) => group))];
  return Object.fromEntries(
    names.map((name) => [name, figuresOf(scored.filter(({ group }) => group === name))]),
  );
}

function figuresOf(some: readonly Scored[]): readonly number[] {
  const crps = some.reduce((total, score) => total + score.crps, 0);
  const baseline = some.reduce((total, score) => total + score.baselineCrps, 0);
  return [
    some.length,
    crps / baseline,
    share(some, ({ inside80 }) => inside80),
    share(some, ({ inside95 }) => inside95),
  ];
}

/** Mean distance between the stated and the observed share of "within ± w of the median", over bins of the stated one. */
function calibrationError(scored: readonly Scored[]): number {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ stated: 0, observed: 0 }));
  for (const { claims } of scored) {
    const { stated, isTrue } = claims.within;
    const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(stated * CALIBRATION_BINS))]!;
    bin.stated += stated;
    bin.observed += isTrue ? 1 : 0;
  }
  return bins.reduce((total, { stated, observed }) => total + Math.abs(stated - observed), 0) / scored.length;
}
