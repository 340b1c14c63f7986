/** `train.ts --data DIR`: fits the pooled model to a folder of daily bars; writes its table and dates to `compute/forecast/`. */
import { readFileSync, writeFileSync } from 'node:fs';
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
const target = new URL('../../compute/forecast/coefficients.json', import.meta.url);
const dates = new URL('../../compute/forecast/fitted-dates.ts', import.meta.url);

writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`);
writeFileSync(
  dates,
  readFileSync(dates, 'utf8')
    .replace(/(FITTED_FROM = ')[^']+/, `$1${isoDate(fittedFrom)}`)
    .replace(/(FITTED_UNTIL = ')[^']+/, `$1${isoDate(fittedUntil)}`),
);
console.log(`${folder.length} tickers fitted; ${target.pathname} written`);
