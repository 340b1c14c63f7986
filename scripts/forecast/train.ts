/** Fits the pooled model to a folder of daily bars and writes `compute/forecast/coefficients.ts`: `train.ts --data DIR`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isoDate } from '#compute';
import { readDailyBars } from './daily-bars.ts';
import { fitTable } from './fit-model.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('usage: train -- --data DIR');

const folder = readDailyBars(values.data);
const table = fitTable(folder, () => false);
const fittedFrom = Math.min(...folder.map(({ candles }) => candles.time[0]!));
const fittedUntil = Math.max(...folder.map(({ candles }) => candles.time.at(-1)!));
const target = new URL('../../compute/forecast/coefficients.ts', import.meta.url);

const list = (rows: readonly string[]): string => rows.map((row) => `    '${row}',\n`).join('');
writeFileSync(
  target,
  `/** The first and the last date that the coefficients know: forecasts replayed between them are in-sample. */
export const FITTED_FROM = '${isoDate(fittedFrom)}';
export const FITTED_UNTIL = '${isoDate(fittedUntil)}';

/** Written by \`scripts/forecast/train.ts\`; not to be edited. */
export const COEFFICIENTS = {
  weights: [
${list(table.weights)}  ],
  quantiles: [
${list(table.quantiles)}  ],
  meanResiduals: '${table.meanResiduals}',
} as const;
`,
);
console.log(`${folder.length} tickers fitted; ${target.pathname} written`);
