/** Corrects prices in another unit than the listing's: pounds among pence, rand among cents, dinars among fils. A step by the factor between two closes shows where they begin and end. */
import { mainCurrency, quantisePrice } from '#compute';
import type { PricedBar, VendorBar } from '../bars.ts';

/** The columns that are off together. */
export const PRICES = ['open', 'high', 'low', 'close'] as const;

/** How far a step between two closes may be off the factor, in log units: one day's move. */
const TOLERANCE = Math.log(1.1);

/** Two units of one currency that a vendor may mix up. */
export interface UnitPair {
  /** Number of smaller units in the larger one. */
  readonly factor: number;
  /** Whether the listing's prices are in the smaller unit. */
  readonly isSmaller: boolean;
  /** The units' names, the wrong one first: `pounds`, `pence`. */
  readonly wrong: string;
  readonly right: string;
}

const NAMES: Readonly<Record<string, readonly [larger: string, smaller: string]>> = {
  GBP: ['pounds', 'pence'],
  ZAR: ['rand', 'cents'],
  ILS: ['shekels', 'agorot'],
  KWD: ['dinars', 'fils'],
  USD: ['dollars', 'cents'],
};

/** A share that really falls to a hundredth trades at least this many times its usual volume. */
const COLLAPSE_VOLUME = 5;
/** Sessions that define the usual volume, or show that a fall is permanent: Yahoo takes up to ten to correct a wrong unit. */
const SESSIONS = 20;
/** Fewer rows than this share are the wrong ones, whatever the stated currency. */
const FEW_ROWS = 0.1;

/** The two units that a listing's prices may be in; `null` if there is only one. */
export function unitPair(currency: string, venueCurrency: string): UnitPair | null {
  const stated = mainCurrency(currency);
  const isSmaller = stated.unitsPerMain > 1;
  const venue = mainCurrency(isSmaller ? currency : venueCurrency);
  const names = NAMES[stated.code];
  if (venue.unitsPerMain === 1 || venue.code !== stated.code || names === undefined) return null;
  const [larger, smaller] = names;
  const [wrong, right] = isSmaller ? [larger, smaller] : [smaller, larger];
  return { factor: venue.unitsPerMain, isSmaller, wrong, right };
}

/** Rows in the listing's unit. A step by the factor between closes is one of units, unless trading confirms a permanent fall. */
export function inOneUnit(rows: readonly VendorBar[], units: UnitPair | null) {
  if (units === null) return { rows, corrections: [] };
  const levels = unitLevels(rows, units);
  const own = ownLevel(levels, units);
  let previous = NaN;
  const corrected = rows.map((row, index) => {
    if (row.close === null) return row;
    const close = quantisePrice(row.close * units.factor ** (own - (levels[index] ?? own)));
    const bar = barInUnit(row, close, previous, units);
    previous = close;
    return bar;
  });
  const changes = corrected.map((row, index) => priceSum(row) - priceSum(rows[index]));
  return { rows: corrected, corrections: unitCorrections('row', changes, units) };
}

/** A bar at a corrected close, with its other prices in the same unit. */
function barInUnit(bar: VendorBar, close: number, previousClose: number, units: UnitPair): PricedBar {
  const inUnit = (price: number | null) => price && nearestUnit(price, close, previousClose, units);
  return { ...bar, open: inUnit(bar.open), high: inUnit(bar.high), low: inUnit(bar.low), close };
}

function priceSum(row: VendorBar | undefined): number {
  return PRICES.reduce((sum, name) => sum + (row?.[name] ?? 0), 0);
}

/** Describes the corrections: "3 rows in pounds read as pence". `changes`: corrected minus stated values. */
export function unitCorrections(noun: string, changes: readonly number[], units: UnitPair): string[] {
  return [true, false].flatMap((isRaised) => {
    const count = changes.filter((change) => (isRaised ? change > 0 : change < 0)).length;
    return count > 0 ? [`${countText(count, noun)} ${readAs(isRaised, units)}`] : [];
  });
}

function readAs(isRaised: boolean, { factor, isSmaller, wrong, right }: UnitPair): string {
  if (isRaised === isSmaller) return `in ${wrong} read as ${right}`;
  return `${isRaised ? 'multiplied' : 'divided'} by ${factor}`;
}

/** The power of the factor of each row's close, relative to the first row. */
function unitLevels(rows: readonly VendorBar[], { factor }: UnitPair): readonly number[] {
  let level = 0;
  let previous = NaN;
  const steps = rows.map(({ close }) => {
    const step = close === null ? 0 : factorStep(previous, close, factor);
    previous = close ?? previous;
    return step;
  });
  const known = new Set([level]);
  return steps.map((step, index) => {
    const isReal = step === -1 && !known.has(level - 1) && isCollapse(rows, steps, index);
    level += isReal ? 0 : step;
    known.add(level);
    return level;
  });
}

/** The level of the listing's own unit: by its currency, among levels with more than a few rows. */
function ownLevel(levels: readonly number[], { isSmaller }: UnitPair): number {
  const count = (own: number) => levels.filter((level) => level === own).length;
  const own = [...new Set(levels)].filter((level) => count(level) >= FEW_ROWS * levels.length);
  return isSmaller ? Math.max(...own) : Math.min(...own);
}

/** Whether a fall by the factor is real: no later row undoes it, and it came with heavy trading or lasts. */
function isCollapse(rows: readonly VendorBar[], steps: readonly number[], index: number): boolean {
  let level = 0;
  const isUndone = steps.slice(index).some((step, later) => (level += step) === 0 && later > 0);
  if (isUndone) return false;
  const traded = rows.slice(index).filter(({ volume }) => volume > 0).length;
  return traded >= SESSIONS || isBusy(rows[index]?.volume ?? 0, rows.slice(0, index));
}

function isBusy(volume: number, before: readonly VendorBar[]): boolean {
  const usual = before
    .slice(-SESSIONS)
    .map((row) => row.volume)
    .sort((a, b) => a - b);
  return volume > 0 && volume >= COLLAPSE_VOLUME * (usual[usual.length >> 1] ?? Infinity);
}

/** Converts a price to the unit nearest to its bar's close; unchanged if it is near the previous close. */
function nearestUnit(stated: number, close: number, previousClose: number, { factor }: UnitPair): number {
  if (distance(stated, previousClose) < Math.log(factor) / 2) return stated;
  const candidates = [stated, stated * factor, stated / factor];
  const nearest = candidates.reduce((a, b) => (distance(b, close) < distance(a, close) ? b : a));
  return nearest === stated ? stated : quantisePrice(nearest);
}

/** A quote in the last row's unit; `null` if it is in another and no row of its day (`isOfLastRow`) shows which is right. */
export function quoteInOneUnit(
  quote: PricedBar,
  rows: readonly VendorBar[],
  isOfLastRow: boolean,
  units: UnitPair | null,
): { readonly quote: PricedBar | null; readonly corrections: readonly string[] } {
  if (units === null) return { quote, corrections: [] };
  const close = rows.findLast((row) => row.close !== null)?.close ?? quote.close;
  const step = factorStep(close, quote.close, units.factor);
  if (step !== 0 && !isOfLastRow) {
    const isCrash = step === -1 && isBusy(quote.volume, rows);
    return isCrash
      ? { quote, corrections: [] }
      : { quote: null, corrections: ['latest price left out: its unit is unclear'] };
  }
  const price = step === 0 ? quote.close : quantisePrice(quote.close * units.factor ** -step);
  return {
    quote: barInUnit(quote, price, close, units),
    corrections: step === 0 ? [] : [`latest price ${readAs(step === -1, units)}`],
  };
}

/** 1 if the second price is the first times the factor, −1 if divided by it, otherwise 0. `tolerance` in log units. */
export function factorStep(
  from: number,
  to: number,
  factor: number,
  tolerance: number = TOLERANCE,
): -1 | 0 | 1 {
  if (distance(to / factor, from) <= tolerance) return 1;
  return distance(to * factor, from) <= tolerance ? -1 : 0;
}

/** The distance of two prices in log units. */
function distance(price: number, other: number): number {
  return Math.abs(Math.log(price / other));
}

export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
