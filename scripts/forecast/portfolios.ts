/** Draws portfolios and scores their joint forecast beside historical simulation and EWMA (RiskMetrics 1996). */
import { blockDays, getOrCompute, HORIZON_OPTIONS_DAYS, type HorizonDays } from '#compute';
import { pinball } from '../../compute/back-test/baseline-bands.ts';
import { SECONDS_PER_DAY } from '../../compute/dates/iso-date.ts';
import type { PooledModel } from '../../compute/forecast/pooled-model.ts';
import { MIN_FORECAST_BARS, readVolatility } from '../../compute/forecast/volatility.ts';
import { sharedDates } from '../../compute/prices/compare.ts';
import { hazenQuantile, portfolioChanges, tailMean } from '../../compute/portfolio/joint-forecast.ts';
import { factorAt } from '../../compute/portfolio/joint-record.ts';
import { coupledGrowth, type RiskFactor } from '../../compute/portfolio/scenarios.ts';
import { firstBarFrom } from '../../compute/prices/candles.ts';
import { lehmer } from './block-bootstrap.ts';
import type { DailyBars } from './daily-bars.ts';
import { CRPS_LEVELS } from './score.ts';

export const PORTFOLIO_SEED = 54;
/** The group of portfolios with a coin. */
export const COINS = 'coins';
const PORTFOLIOS = 100;
const FEWEST_HOLDINGS = 5;
const MOST_HOLDINGS = 10;
const MIN_COMMON_SESSIONS = 700;

const STEP_SESSIONS = 5;
/** Common sessions before the first origin: 500 windows of the longest horizon. */
const FIRST_ORIGIN = 530;

export interface Portfolio {
  /** The eras of its holdings, or {@link COINS}. */
  readonly group: string;
  readonly holdings: readonly DailyBars[];
  /** Shares of its value at each origin; they add up to 1. */
  readonly weights: readonly number[];
}

export const METHODS = ['joint', 'historical_500', 'historical_250', 'ewma_94'] as const;
export type Method = (typeof METHODS)[number];

/** One method's forecast of a portfolio's change, as a share of its value. */
export interface MethodScore {
  readonly isBreach95: boolean;
  readonly isBreach99: boolean;
  readonly inside80: boolean;
  /** Expected shortfall of the worst 5 %, as a loss. */
  readonly shortfall: number;
  /** Fissler and Ziegel's loss of both at 5 % (Patton, Ziegel and Chen 2019). */
  readonly fz0: number;
  readonly crps: number;
}

export interface ScoredPortfolio {
  readonly block: number;
  readonly group: string;
  readonly change: number;
  readonly methods: Readonly<Record<Method, MethodScore>>;
}

/** Draws 100 portfolios of 5 to 10 listings with at least 700 common sessions, and as many with a coin if there is one. */
export function drawPortfolios(folder: readonly DailyBars[], seed = PORTFOLIO_SEED): readonly Portfolio[] {
  const random = lehmer(seed);
  // The first numbers of a small seed are small.
  for (let i = 0; i < 10; i++) random();
  const isCoin = ({ calendar }: DailyBars): boolean => calendar === 'daily';
  const listings = folder.filter((bars) => !isCoin(bars));
  const coins = folder.filter(isCoin);
  const draw = (first: readonly DailyBars[]): Portfolio => {
    for (;;) {
      const size = FEWEST_HOLDINGS + (random() % (MOST_HOLDINGS - FEWEST_HOLDINGS + 1));
      const holdings = [first[random() % first.length]!];
      for (const bars of shuffled(listings, random)) {
        if (holdings.length === size) break;
        if (!holdings.includes(bars) && sharedSessions([...holdings, bars]).length >= MIN_COMMON_SESSIONS)
          holdings.push(bars);
      }
      // Uniform on the simplex.
      const parts = holdings.map(() => -Math.log((random() % 1_000_000) / 1_000_000 + 1e-7));
      const total = parts.reduce((sum, part) => sum + part);
      const weights = parts.map((part) => part / total);
      const eras = [...new Set(holdings.map(({ era }) => era))].sort();
      const group = holdings.some(isCoin) ? COINS : eras.join('+');
      if (holdings.length === size) return { group, holdings, weights };
    }
  };
  return [listings, coins]
    .filter((first) => first.length > 0)
    .flatMap((first) => Array.from({ length: PORTFOLIOS }, () => draw(first)));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random() % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function sharedSessions(holdings: readonly DailyBars[]): Float64Array {
  return sharedDates(holdings.map(({ candles }) => candles));
}

/** Scores weekly origins of each portfolio, staggered, at every horizon. Origins read no later bar. */
export function scorePortfolios(
  portfolios: readonly Portfolio[],
  modelFor: (bars: DailyBars) => PooledModel,
): ReadonlyMap<HorizonDays, readonly ScoredPortfolio[]> {
  const scores = new Map<HorizonDays, ScoredPortfolio[]>(HORIZON_OPTIONS_DAYS.map((days) => [days, []]));
  const factorsOf = factorReader(modelFor);
  for (const [index, { group, holdings, weights }] of portfolios.entries()) {
    const dates = sharedSessions(holdings);
    const past = pastChanges(holdings, weights, dates);
    for (let origin = FIRST_ORIGIN + (index % STEP_SESSIONS); origin + 1 < dates.length;) {
      const joint = coupledGrowth(
        holdings.map((bars) => factorsOf(bars, dates[origin]!)),
        holdings.map((_, factor) => [{ factor, isInverse: false }]),
        HORIZON_OPTIONS_DAYS,
      );
      if (!joint.ok) throw new Error('a portfolio lacks common dates');
      for (const [i, horizonDays] of HORIZON_OPTIONS_DAYS.entries()) {
        if (origin + horizonDays >= dates.length) continue;
        const change = past.over(horizonDays)[origin + horizonDays]!;
        const scenarios: Record<Method, Float64Array> = {
          joint: portfolioChanges(joint.value.growth[i]!, weights),
          historical_500: past.over(horizonDays).slice(origin + 1 - 500, origin + 1),
          historical_250: past.over(horizonDays).slice(origin + 1 - 250, origin + 1),
          ewma_94: NORMAL_GRID.map((z) => Math.expm1(z * past.deviations[origin]! * Math.sqrt(horizonDays))),
        };
        const entries = METHODS.map((method) => [method, methodScore(scenarios[method].sort(), change)]);
        scores.get(horizonDays)!.push({
          block: Math.floor(dates[origin]! / SECONDS_PER_DAY / blockDays(horizonDays)),
          group,
          change,
          methods: Object.fromEntries(entries) as Record<Method, MethodScore>,
        });
      }
      origin += STEP_SESSIONS;
    }
  }
  return scores;
}

/** Reads each history once; a factor as of a date serves every portfolio. */
function factorReader(modelFor: (bars: DailyBars) => PooledModel) {
  const readers = new Map<DailyBars, (date: number) => RiskFactor>();
  return (bars: DailyBars, date: number): RiskFactor =>
    getOrCompute(readers, bars, () => {
      const { candles, calendar, kind } = bars;
      const volatility = readVolatility({ candles, calendar, kind }, modelFor(bars));
      const factors = new Map<number, RiskFactor>();
      return (on) => getOrCompute(factors, on, () => factorAt(volatility, on, ...HORIZON_OPTIONS_DAYS));
    })(date);
}

const EWMA_DECAY = 0.94;

/** A portfolio of constant weights on its common dates: its changes over h sessions, and its daily EWMA deviation. */
function pastChanges(holdings: readonly DailyBars[], weights: readonly number[], dates: Float64Array) {
  const closes = holdings.map(({ candles: { time, close } }) =>
    dates.map((date) => close[firstBarFrom(time, date)]!),
  );
  const changesOver = (sessions: number): Float64Array =>
    dates.map((_, t) =>
      closes.reduce((sum, close, i) => sum + weights[i]! * (close[t]! / close[t - sessions]! - 1), 0),
    );
  const changes = new Map<HorizonDays, Float64Array>();
  let variance = 0;
  const deviations = changesOver(1).map((change, t) => {
    if (t > 0) variance += (t < MIN_FORECAST_BARS ? 1 / t : 1 - EWMA_DECAY) * (change ** 2 - variance);
    return Math.sqrt(variance);
  });
  return {
    deviations,
    over: (sessions: HorizonDays) => getOrCompute(changes, sessions, () => changesOver(sessions)),
  };
}

function methodScore(sorted: Float64Array, change: number): MethodScore {
  const risk = hazenQuantile(sorted, 0.05);
  const mean = tailMean(sorted);
  const isBreach95 = change < risk;
  const excess = isBreach95 ? (risk - change) / 0.05 : 0;
  return {
    isBreach95,
    isBreach99: change < hazenQuantile(sorted, 0.01),
    inside80: change >= hazenQuantile(sorted, 0.1) && change <= hazenQuantile(sorted, 0.9),
    shortfall: -mean,
    fz0: -excess / mean + risk / mean + Math.log(-mean) - 1,
    crps: CRPS_LEVELS.reduce((sum, level) => sum + pinball(change, hazenQuantile(sorted, level), level), 0),
  };
}

/** The standard normal's quantiles at (i − ½) / 500. */
const NORMAL_GRID = Float64Array.from({ length: 500 }, (_, i) => normalQuantile((i + 0.5) / 500));

/** By bisection of the distribution function, within 1e-9. */
function normalQuantile(level: number): number {
  let low = -5;
  let high = 5;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (normalShareBelow(middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** By its Taylor series (Marsaglia 2004); for |z| ≤ 5. */
function normalShareBelow(z: number): number {
  let sum = z;
  let term = z;
  for (let k = 3; Math.abs(term) > 1e-16; k += 2) sum += term *= (z * z) / k;
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
