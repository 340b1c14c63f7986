import { decodeCandles, encodeCandles } from '#compute';
import type { Candles, EncodedCandles } from '#compute';

/** Candles are never changed, so their encoding is kept with them: KV, the answer and the next answer share it. */
const encodings = new WeakMap<Candles, EncodedCandles>();

/** The wire form of candles, made once. */
export function encodedCandles(candles: Candles): EncodedCandles {
  let encoded = encodings.get(candles);
  if (encoded === undefined) encodings.set(candles, (encoded = encodeCandles(candles)));
  return encoded;
}

/** Candles of their wire form, which is kept with them; `null` for a malformed one. */
export function candlesOf(encoded: EncodedCandles): Candles | null {
  const decoded = decodeCandles(encoded);
  if (!decoded.ok) return null;
  encodings.set(decoded.value, encoded);
  return decoded.value;
}
