import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `npm start            run the app on the sample market: simulated prices, works offline
npm start -- --live  run it with live market data
npm run dev          like npm start, with hot reload as you edit (add -- --live for live data)
npm run replay -- --data DIR
                     run live mode on recorded daily bars: DIR/TICKER.csv with
                     date,open,high,low,close[,adj close],volume

  --live       fetch live market data
  --hot        serve the page from Vite on port 5173
  --replay     serve recorded bars; requires --data
  --data DIR   folder of recordings
  --verbose    print all server output
  --help       print this help`;

export type Market =
  | { readonly kind: 'configured' }
  | { readonly kind: 'live' }
  | { readonly kind: 'replay'; readonly folder: string };

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'run'; readonly market: Market; readonly hot: boolean; readonly verbose: boolean };

/** Parses the flags of `npm start`. Relative folders are resolved against `cwd`. Never throws. */
export function parseCommandLine(args: readonly string[], cwd: string): Command {
  let flags;
  try {
    flags = parseArgs({
      args: [...args],
      options: {
        live: { type: 'boolean', default: false },
        hot: { type: 'boolean', default: false },
        replay: { type: 'boolean', default: false },
        data: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    return { kind: 'invalid', message: (cause as Error).message };
  }
  const { live, hot, replay, data, verbose, help } = flags;
  if (help) return { kind: 'help' };
  if (live && replay) return { kind: 'invalid', message: 'Use either --live or --replay, not both.' };
  if (data !== undefined && !replay) return { kind: 'invalid', message: '--data requires --replay.' };
  if (!replay) return { kind: 'run', market: { kind: live ? 'live' : 'configured' }, hot, verbose };

  if (data === undefined) return { kind: 'invalid', message: '--replay requires --data DIR.' };
  const folder = resolve(cwd, data);
  if (globSync('*.csv', { cwd: folder }).length === 0) {
    return { kind: 'invalid', message: `${folder} is not a folder with TICKER.csv files.` };
  }
  return { kind: 'run', market: { kind: 'replay', folder }, hot, verbose };
}
