/** `npm run record:simulate`: fills a local ledger from recorded bars, so that its page can be seen with data. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replayLedger } from './stack/ledger-replay.ts';

const USAGE = `npm run record:simulate -- --from YYYY-MM-DD --data DIR [--to YYYY-MM-DD] [--tickers A,B]
  plays the ledger's job day by day over DIR/TICKER.csv and writes what it makes to the ledger "replay" of the local
  database. npm start then shows it at /track-record?ledger=replay; it never mixes with other forecasts.
  --persist-to DIR   another state folder than .wrangler/state`;

process.exitCode = await main();

async function main(): Promise<number> {
  // npm changes to the package's root, but a folder on the command line is relative to where npm was called.
  const cwd = (process.env['npm_lifecycle_event'] && process.env['INIT_CWD']) || process.cwd();
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { from: text, to: text, data: text, tickers: text, 'persist-to': text },
    });
    const { from, to, data, tickers, 'persist-to': persistTo } = values;
    if (!isDate(from) || data === undefined || (to !== undefined && !isDate(to))) throw new Error(USAGE);
    const report = await replayLedger({
      folder: resolve(cwd, data),
      from,
      to,
      tickers: tickers?.split(','),
      persistTo: persistTo === undefined ? undefined : resolve(cwd, persistTo),
      onMonth: (month) => console.log(month),
    });
    const { days, forecasts, settled, missed } = report;
    console.log(
      `${days} days played: ${forecasts} forecasts, ${settled} settled, ${missed} sessions missed.`,
    );
    console.log('npm start, then http://localhost:8787/track-record?ledger=replay');
    return 0;
  } catch (cause) {
    console.error((cause as Error).message);
    return 1;
  }
}

function isDate(text: string | undefined): text is string {
  return /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
}
