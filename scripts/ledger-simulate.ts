/** `npm run record:simulate`: fills a local ledger from recorded bars, so that its page can be seen with data. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replayLedger } from './stack/ledger-replay.ts';

const USAGE = `npm run record:simulate -- --from YYYY-MM-DD --data DIR
  plays the ledger's job day by day over DIR/TICKER.csv and writes what it makes to the ledger "replay" of the local
  database. npm start then shows it at /track-record?ledger=replay; it never mixes with other forecasts.`;

process.exitCode = await main();

async function main(): Promise<number> {
  // npm changes to the package's root, but a folder on the command line is relative to where npm was called.
  const cwd = (process.env['npm_lifecycle_event'] && process.env['INIT_CWD']) || process.cwd();
  try {
    const text = { type: 'string' } as const;
    const { from = '', data } = parseArgs({ options: { from: text, data: text } }).values;
    if (Number.isNaN(Date.parse(from)) || data === undefined) throw new Error(USAGE);
    const report = await replayLedger({
      folder: resolve(cwd, data),
      from,
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
