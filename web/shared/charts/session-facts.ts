/** The facts of one session, for readout, speech and table. */
import type { Candles, ForecastPoint, Format, Quoted } from '#compute';

export interface ReadoutItem {
  readonly label: string;
  readonly value: string;
  readonly tone?: 'gain' | 'loss' | 'accent';
  /** The value needs no label on screen; the label is for the table's header only. */
  readonly isPlain?: boolean;
  /** Left out of the strip. */
  readonly isDetail?: boolean;
}

export function dateFact(
  format: Format,
  epochSeconds = Number.NaN,
  form: Parameters<Format['sessionDate']>[1] = 'dated',
): ReadoutItem {
  return { label: 'Date', value: format.sessionDate(epochSeconds, form), isPlain: true };
}

/** Open, high, low, close and volume of a bar. The close's tone compares it with `base`, by default the open; `closeText` is its text. */
export function candleFacts(
  format: Format,
  quoted: Quoted,
  candles: Candles,
  index: number,
  base: number = candles.open[index] ?? Number.NaN,
  closeText?: string | null,
): ReadoutItem[] {
  const at = (column: Float64Array) => column[index] ?? Number.NaN;
  const price = (column: Float64Array) => format.price(at(column), quoted);
  const tone = at(candles.close) >= base ? 'gain' : 'loss';
  return [
    { label: 'O', value: price(candles.open) },
    { label: 'H', value: price(candles.high) },
    { label: 'L', value: price(candles.low) },
    { label: 'C', value: closeText ?? price(candles.close), tone },
    { label: 'Vol', value: format.volume(at(candles.volume)) },
  ];
}

/** `isLast`: the chart has this point's 80 % range at its edge, so that the strip leaves it out. */
export function estimateFacts(
  format: Format,
  quoted: Quoted,
  point: ForecastPoint,
  isLast = false,
): ReadoutItem[] {
  return [
    { label: 'Estimate', value: format.price(point.price, quoted), tone: 'accent' },
    { label: '80%', value: format.range(point.low80, point.high80, quoted), isDetail: isLast },
    { label: '95%', value: format.range(point.low95, point.high95, quoted) },
  ];
}
