/** Rewrites `tests/vectors/analyse-parity.json`. Run it only after an intended change of the numbers or texts. */
import { writeFileSync } from 'node:fs';
import { encodeCandles, quantisePrice, sliceCandles } from '#compute';
import { parityAnswer, type ParityVector } from '../tests/compute/parity-vector.ts';
import { appleCandles } from '../tests/compute/series.ts';

const { open, high, low, close, ...rest } = sliceCandles(appleCandles(), -200);
const [o, h, l, c] = [open, high, low, close].map((column) => column.map(quantisePrice));
const input: Omit<ParityVector, 'expected'> = {
  columns: encodeCandles({ ...rest, open: o!, high: h!, low: l!, close: c! }),
  currentPrice: 189.25,
  sessionLeft: 0.4,
  horizonDays: 7,
  calendar: 'nyse',
  results: ['2017-08-02', '2017-11-03', '2018-02-02', '2018-05-02'].map((date) => Date.parse(date) / 1000),
};
const vector = {
  about:
    'One input of analyse() and its complete result. Node, workerd and Chromium must agree with it to 1e-12.',
  provenance:
    'The last 200 of Apple’s bars in npm @observablehq/sample-datasets. scripts/write-parity-vector.ts wrote the result: it proves that runtimes agree, not that the numbers are right.',
  ...input,
  expected: parityAnswer(input),
};
writeFileSync(
  new URL('../tests/vectors/analyse-parity.json', import.meta.url),
  `${JSON.stringify(vector)}\n`,
);
