import { IndicatorsSync } from '@ixjb94/indicators';
import * as typed from 'indicatorts';
import * as popular from 'technicalindicators';
import * as streaming from 'trading-signals';
import type { Candidate } from './rotated-rounds.ts';

const fast = new IndicatorsSync();

/** The same four indicators by other packages, from plain arrays, which is what they take. */
export function indicatorPeers(closes: number[]): Candidate[] {
  return [
    [
      '@ixjb94/indicators',
      () => [fast.sma(closes, 20), fast.ema(closes, 20), fast.rsi(closes, 14), fast.macd(closes, 12, 26, 9)],
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
