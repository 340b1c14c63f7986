import { SECONDS_PER_DAY, isTradingDay } from '#compute';
import type { TradingCalendar } from '#compute';
import { fatTailed, hashText, randomOf } from './random.ts';

/** Monday 2016-01-04: the first day of every simulated history. */
export const EPOCH_DATE_SECONDS = Date.UTC(2016, 0, 4) / 1000;

/** GARCH(1,1) (Bollerslev 1986) with the persistence of daily equity returns. */
const ALPHA = 0.09;
const BETA = 0.89;

/** What a whole market did on a day: its log return and the variance it was drawn with. */
export interface FactorDay {
  readonly shock: number;
  readonly variance: number;
}

/** A market's common movement, day by day. Days are made once, in order, and do not depend on when they are asked for. */
export interface Factor {
  readonly dailySd: number;
  /** The factor on a trading day of its calendar, at or after the epoch. */
  on(dateSeconds: number): FactorDay;
}

function createFactor(name: string, calendar: TradingCalendar, dailySd: number): Factor {
  const days = new Map<number, FactorDay>();
  const hash = hashText(name);
  let variance = dailySd * dailySd;
  let next = EPOCH_DATE_SECONDS;
  return {
    dailySd,
    on(dateSeconds) {
      for (; next <= dateSeconds; next += SECONDS_PER_DAY) {
        if (!isTradingDay(next, calendar)) continue;
        const shock = Math.sqrt(variance) * fatTailed(randomOf(hash, next / SECONDS_PER_DAY));
        days.set(next, { shock, variance });
        variance = nextVariance(variance, shock, dailySd * dailySd);
      }
      const day = days.get(dateSeconds);
      if (day === undefined) throw new RangeError('not a trading day of the factor');
      return day;
    },
  };
}

/** 16 % a year, on weekdays: venues with fewer days skip some of them. */
const SHARES = createFactor('market of shares', 'weekday', 0.16 / Math.sqrt(252));
/** 45 % a year, every day. */
const COINS = createFactor('market of coins', 'daily', 0.45 / Math.sqrt(365));

/** The common factor of a calendar's listings. */
export function factorOf(calendar: TradingCalendar): Factor {
  return calendar === 'daily' ? COINS : SHARES;
}

/** The next day's variance from today's variance and shock; its long-run mean is `longRunVariance`. */
export function nextVariance(variance: number, shock: number, longRunVariance: number): number {
  return (1 - ALPHA - BETA) * longRunVariance + ALPHA * shock * shock + BETA * variance;
}
