import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `npm start            the app on the sample market: simulated prices, works offline
npm start -- --live  live market data
npm run dev          as npm start, with the page reloading as you edit (add -- --live for live data)
npm run replay -- --data DIR
                     live mode against recorded daily bars: DIR/TICKER.csv with
                     date,open,high,low,close[,adj close],volume

  --live       fetch live market data
  --hot        serve the page from Vite on port 5173
  --replay     serve recorded bars; needs --data
  --data DIR   the folder of recordings
  --verbose    print everything that the servers print
  --help       print this`;

export type Market =
  | { readonly kind: 'configured' }
  | { readonly kind: 'live' }
  | { readonly kind: 'replay'; readonly folder: string };

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'run'; readonly market: Market; readonly hot: boolean; readonly verbose: boolean };

/** Reads the flags of `npm start`. `cwd` is what a relative folder is relative to. Never throws. */
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
  if (live && replay) return { kind: 'invalid', message: '--live and --replay exclude each other.' };
  if (data !== undefined && !replay) return { kind: 'invalid', message: '--data belongs to --replay.' };
  if (!replay) return { kind: 'run', market: { kind: live ? 'live' : 'configured' }, hot, verbose };

  if (data === undefined) return { kind: 'invalid', message: '--replay needs --data DIR.' };
  const folder = resolve(cwd, data);
  if (globSync('*.csv', { cwd: folder }).length === 0) {
    return { kind: 'invalid', message: `${folder} is not a folder with TICKER.csv files.` };
  }
  return { kind: 'run', market: { kind: 'replay', folder }, hot, verbose };
}
