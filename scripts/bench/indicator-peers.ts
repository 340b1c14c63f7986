import { IndicatorsSync } from '@ixjb94/indicators';
import * as typed from 'indicatorts';
import * as popular from 'technicalindicators';
import * as streaming from 'trading-signals';
import type { Candidate } from './measure.ts';

const ixjb94 = new IndicatorsSync();

/** The same four indicators by other packages, from plain arrays, which is what they take. */
export function indicatorPeers(closes: number[]): Candidate[] {
  return [
    [
      '@ixjb94/indicators',
      () => [
        ixjb94.sma(closes, 20),
        ixjb94.ema(closes, 20),
        ixjb94.rsi(closes, 14),
        ixjb94.macd(closes, 12, 26, 9),
      ],
    ],
    [
      'indicatorts',
      () => [
        typed.sma(closes, { period: 20 }),
        typed.ema(closes, { period: 20 }),
        typed.rsi(closes, { period: 14 }),
        typed.macd(closes, { fast: 12, slow: 26, signal: 9 }),
      ],
    ],
    [
      'technicalindicators',
      () => [
        popular.SMA.calculate({ period: 20, values: closes }),
        popular.EMA.calculate({ period: 20, values: closes }),
        popular.RSI.calculate({ period: 14, values: closes }),
        popular.MACD.calculate({
          values: closes,
          fastPeriod: 12,
          slowPeriod: 26,
          signalPeriod: 9,
          SimpleMAOscillator: false,
          SimpleMASignal: false,
        }),
      ],
    ],
    [
      'trading-signals',
      () => {
        const { SMA, EMA, RSI, MACD, WSMA } = streaming;
        const all = [
          new SMA(20),
          new EMA(20),
          new RSI(14, WSMA),
          new MACD(new EMA(12), new EMA(26), new EMA(9)),
        ];
        return all.map((indicator) => closes.map((close) => indicator.add(close)));
      },
    ],
  ];
}

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
