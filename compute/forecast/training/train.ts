/** Fits the pooled model to a folder of daily bars and writes `../coefficients.ts`: `train.ts --data DIR`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDailyBars } from './daily-bars.ts';
import { fitTable } from './fit-model.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('usage: train -- --data DIR');

const folder = readDailyBars(values.data);
const table = fitTable(folder, () => false);
const target = new URL('../coefficients.ts', import.meta.url);

const list = (rows: readonly string[]): string => rows.map((row) => `    '${row}',\n`).join('');
writeFileSync(
  target,
  `import type { ModelTable } from './model-table.ts';

/** Written by \`training/train.ts\`; not to be edited. */
export const COEFFICIENTS: ModelTable = {
  weights: [
${list(table.weights)}  ],
  quantiles: [
${list(table.quantiles)}  ],
  meanResiduals:
    '${table.meanResiduals}',
};
`,
);
console.log(`${folder.length} tickers fitted; ${target.pathname} written`);
