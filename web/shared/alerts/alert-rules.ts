/** The rule that a form describes. No React in here. */
import { AI_SIGNALS, lastTradeDate, type Analysis, type Format } from '#compute';
import type { Listing } from '../api/listing-queries.ts';
import type { Alert, AlertRule } from '../user-data/watchlist.ts';

/** What a rule asks about, in the order in which a form offers it. */
export const ALERT_KINDS = {
  price: 'the price reaches',
  day_change: 'the day change reaches',
  range: 'the price leaves the forecast’s 80% range',
  signal: 'the model signal changes',
  buy: 'the chance of a 2% rise reaches',
  sell: 'the chance of a 2% fall reaches',
} as const;

export type AlertKind = keyof typeof ALERT_KINDS;

/** Whether a kind has a number to be typed. */
export function hasLevel(kind: AlertKind): boolean {
  return kind !== 'range' && kind !== 'signal';
}

function forecastOf({ analysis }: Listing): Analysis | null {
  return 'forecast' in analysis ? analysis : null;
}

/** The kinds that a listing can have: one without a forecast has none about it. */
export function kindsFor(listing: Listing): readonly AlertKind[] {
  const all = Object.keys(ALERT_KINDS) as AlertKind[];
  return forecastOf(listing) === null ? all.slice(0, 2) : all;
}

/** The alert that a kind and a typed level describe, with where it starts from; or what is wrong with them. */
export function alertOf(format: Format, listing: Listing, kind: AlertKind, text: string): Alert | string {
  const level = hasLevel(kind) ? format.parse(text.trim().replace(/%$/, '')) : 0;
  if (level === null) return `Type a number, such as ${format.fixed(182.5, 2)}.`;
  const rule = ruleOf(listing, kind, level);
  if (typeof rule === 'string') return rule;
  const { response } = listing;
  const [value, at] = [startOf(listing, rule), new Date(response.as_of).toISOString()];
  return { rule, ...(Number.isFinite(value) && { start: { value, session: lastTradeDate(response), at } }) };
}

/** In which direction a level is crossed follows from where the value is now; a day begins at no change. */
function ruleOf(listing: Listing, kind: AlertKind, level: number): AlertRule | string {
  const towards = (from: number) => (level >= from ? 'above' : 'below');
  if (kind === 'price') {
    if (level <= 0) return 'A price must be above 0.';
    return { on: 'price', direction: towards(listing.analysis.currentPrice), value: level };
  }
  if (kind === 'day_change') return { on: 'day_change', direction: towards(0), value: level };
  const forecast = forecastOf(listing)?.forecast;
  const end = forecast?.points.at(-1);
  if (forecast === undefined || end === undefined) return 'This listing has no forecast.';
  if (kind === 'signal') return { on: 'signal' };
  const horizon_days = forecast.horizonDays;
  if (kind === 'range')
    return {
      on: 'range',
      session: end.date,
      base_date: forecast.baseDate,
      horizon_days,
      low: end.low80,
      high: end.high80,
    };
  const value = level / 100;
  if (value <= 0 || value >= 1) return 'A chance is between 0% and 100%.';
  const now = kind === 'buy' ? end.probabilityBuy : end.probabilitySell;
  return { on: 'odds', of: kind, horizon_days, direction: value >= now ? 'above' : 'below', value };
}

function startOf(listing: Listing, rule: AlertRule): number {
  const { analysis } = listing;
  const known = forecastOf(listing);
  const end = known?.forecast.points.at(-1);
  switch (rule.on) {
    case 'price':
    case 'range':
      return analysis.currentPrice;
    case 'day_change':
      return analysis.dayChangePercent;
    case 'signal':
      return known === null ? 0 : AI_SIGNALS.indexOf(known.signal.level);
    case 'odds':
      return (rule.of === 'buy' ? end?.probabilityBuy : end?.probabilitySell) ?? 0;
  }
}
