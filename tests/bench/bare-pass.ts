/**
 * The least that a single pass can do for the four indicators: no warm-up and no seeds, so that the values of the first
 * weeks are wrong.
 */
export function barePass(closes: Float64Array, buffer: Float64Array): Float64Array {
  const n = closes.length;
  let sum = 0;
  let average = closes[0]!;
  let fast = average;
  let slow = average;
  let signal = 0;
  let gains = 0;
  let losses = 0;
  let previous = average;
  for (let i = 0; i < n; i++) {
    const close = closes[i]!;
    const change = close - previous;
    const gain = (Math.abs(change) + change) / 2;
    previous = close;
    sum += close - (i < 20 ? 0 : closes[i - 20]!);
    average += (close - average) * (2 / 21);
    gains += (gain - gains) / 14;
    losses += (gain - change - losses) / 14;
    fast += (close - fast) * (2 / 13);
    slow += (close - slow) * (2 / 27);
    const line = fast - slow;
    const movement = gains + losses;
    signal += (line - signal) * (2 / 10);
    buffer[i] = sum / 20;
    buffer[n + i] = average;
    buffer[2 * n + i] = movement === 0 ? 50 : 100 * (gains / movement);
    buffer[3 * n + i] = line;
    buffer[4 * n + i] = signal;
    buffer[5 * n + i] = line - signal;
  }
  return buffer;
}
