import { blockInterval } from './block-bootstrap.ts';
import type { PooledModel } from '../../compute/forecast/pooled-model.ts';
import type { DailyBars } from './daily-bars.ts';
import {
  COINS,
  drawPortfolios,
  METHODS,
  PORTFOLIO_SEED,
  scorePortfolios,
  type Method,
  type MethodScore,
  type ScoredPortfolio,
} from './portfolios.ts';

type Interval = readonly [number, number];
type RiskFigure = (typeof RISK_FIGURES)[number];
type Figures = Record<string, number | Interval>;

const BENCHMARKS = METHODS.filter((method) => method !== 'joint');

/** Scores drawn portfolios, pools those without a coin, and prints JSON or tables; `groups` has each set of common dates, and coins. */
export function printPortfolios(
  folder: readonly DailyBars[],
  modelFor: (bars: DailyBars) => PooledModel,
  isJson: boolean,
): void {
  const portfolios = drawPortfolios(folder);
  const names = [...new Set(portfolios.map(({ group }) => group))].sort();
  const horizons = Array.from(scorePortfolios(portfolios, modelFor), ([horizonDays, scored]) => {
    const inGroup = (name: string) => scored.filter(({ group }) => group === name);
    const groups = Object.fromEntries(names.map((name) => [name, portfolioFigures(inGroup(name))]));
    const pooled = scored.filter(({ group }) => group !== COINS);
    return [horizonDays, { ...portfolioFigures(pooled), groups }] as const;
  });
  if (isJson) {
    console.log(JSON.stringify({ seed: PORTFOLIO_SEED, horizons: Object.fromEntries(horizons) }, null, 2));
    return;
  }
  for (const [horizonDays, { groups, ...pooled }] of horizons) {
    console.log(`${horizonDays} sessions ahead, seed ${PORTFOLIO_SEED}:`);
    console.table({ pooled, ...groups }, ['n', 'blocks', ...RISK_FIGURES]);
    console.table(pooled.benchmarks, [...RISK_FIGURES]);
    console.table({ ...pooled.fz0_difference }, ['value', 'value_interval']);
    console.table({ ...pooled.crps_ratio }, ['value', 'value_interval']);
  }
}

const RISK_FIGURES = ['var95_breaches', 'var99_breaches', 'coverage80', 'loss_beyond_over_es'] as const;

/** The joint forecast's figures over some portfolios at a horizon, and those of the benchmarks. */
export function portfolioFigures(scored: readonly ScoredPortfolio[]) {
  const mean = (name: 'value', value: (score: ScoredPortfolio) => number): Figures =>
    ratio(scored, name, value, () => 1);
  return {
    n: scored.length,
    blocks: new Set(scored.map(({ block }) => block)).size,
    ...riskFigures(scored, 'joint'),
    fz0_difference: perBenchmark((benchmark) =>
      mean('value', ({ methods }) => methods.joint.fz0 - methods[benchmark].fz0),
    ),
    crps_ratio: perBenchmark((benchmark) =>
      ratio(
        scored,
        'value',
        ({ methods }) => methods.joint.crps,
        ({ methods }) => methods[benchmark].crps,
      ),
    ),
    benchmarks: perBenchmark((benchmark) => riskFigures(scored, benchmark)),
  };
}

function perBenchmark<Value>(value: (benchmark: Method) => Value): Record<string, Value> {
  return Object.fromEntries(BENCHMARKS.map((benchmark) => [benchmark, value(benchmark)]));
}

function riskFigures(scored: readonly ScoredPortfolio[], method: Method): Figures {
  const share = (name: RiskFigure, is: (score: MethodScore) => boolean): Figures =>
    ratio(
      scored,
      name,
      ({ methods }) => Number(is(methods[method])),
      () => 1,
    );
  const onBreach = (value: (score: ScoredPortfolio) => number) => (score: ScoredPortfolio) =>
    score.methods[method].isBreach95 ? value(score) : 0;
  return {
    ...share('var95_breaches', ({ isBreach95 }) => isBreach95),
    ...share('var99_breaches', ({ isBreach99 }) => isBreach99),
    ...share('coverage80', ({ inside80 }) => inside80),
    ...ratio(
      scored,
      'loss_beyond_over_es',
      onBreach(({ change }) => -change),
      onBreach(({ methods }) => methods[method].shortfall),
    ),
  };
}

/** Σ `part` / Σ `whole` and its interval. */
function ratio(
  scored: readonly ScoredPortfolio[],
  name: RiskFigure | 'value',
  part: (score: ScoredPortfolio) => number,
  whole: (score: ScoredPortfolio) => number,
): Figures {
  const sum = (value: (score: ScoredPortfolio) => number): number =>
    scored.reduce((total, score) => total + value(score), 0);
  return { [name]: sum(part) / sum(whole), [`${name}_interval`]: blockInterval(scored, part, whole) };
}
