/**
 * The time from a press to its paint with the CPU slowed 4×, on the analysis, the workbench with five overlays and three
 * panes, the comparison, the forecasts and a watchlist of 50; and the main thread's time for one move of a gesture on the
 * workbench. `input.ts` defines how a press is measured. `--only=NAME` measures only pages whose rows begin with NAME,
 * `--only=moves` only the gestures.
 */
import type { Browser, Locator, Page } from 'playwright';
import listings from '../../worker/providers/sample/listings.json' with { type: 'json' };
import { seedSampleLedger } from '../stack/ledger-seed.ts';
import { LOCAL_VARS } from '../stack/local-settings.ts';
import { signIn, withApp } from './app.ts';
import { measurePresses, openObserved, summary, type Cost, type ObservedPage, type Press } from './input.ts';
import { CPU_SLOWDOWN, median, printTables, type Table } from './measure.ts';
import { measureMoves, measureReplay } from './moves.ts';

const PORT = 8898;
const ROUNDS = Number(process.env['CANDOR_BENCH_ROUNDS'] ?? 5);
const SETTLE_MS = 1000;
const LEDGER_DAYS = 12;
const WATCHED = 50;

const WORKBENCH =
  '/workbench?ticker=NVDA&fan=off&in=sma-20*1_ema-50*2_wma-100*3_vwap-20*4_sma-200*5_rsi-14*1_macd-12-26-9*2_atr-14*3';
/** Empty for everything. */
const ONLY = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
const PANELS = ['NVDA', 'Indicators', 'Compare', 'Marks', 'Layouts', 'Drawings', 'SMA 20'];
/** Main-thread limits for a frame. */
const FRAME_MS = { unthrottled: 8, slowed: 16 };

/** Presses by row of the table; the last press of a row returns to the start. */
type Scene = Readonly<Record<string, readonly Press[]>>;

await seedSampleLedger({
  settings: { ...LOCAL_VARS, MARKET_DATA: 'sample' },
  nowMs: Date.now(),
  days: LEDGER_DAYS,
});
await withApp({ port: PORT }, async (origin, browser) => {
  const observed = await openSignedIn(browser, origin);
  const moves = isWanted('moves') ? [await workbenchMoves(observed, origin)] : [];
  await slow(observed, CPU_SLOWDOWN);
  const presses = ONLY === 'moves' ? [] : [await pressTable(observed, origin)];
  printTables([...presses, ...moves]);
});

function isWanted(name: string): boolean {
  return name.startsWith(ONLY);
}

async function openSignedIn(browser: Browser, origin: string): Promise<ObservedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const observed = await openObserved(await context.newPage());
  await signIn(observed.page, origin);
  return observed;
}

function slow({ devtools }: ObservedPage, rate: number): Promise<unknown> {
  return devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** One row per kind of press, and one for all presses together. */
async function pressTable(observed: ObservedPage, origin: string): Promise<Table> {
  const { page } = observed;
  const costs = new Map<string, Cost[]>();
  const visit = async (name: string, path: string, scene: (page: Page) => Scene) => {
    if (!isWanted(name)) return;
    await open(page, origin + path);
    for (const [kind, presses] of Object.entries(scene(page))) {
      const measured = await measurePresses(observed, ROUNDS, presses);
      const rows = Map.groupBy(measured, ({ row }) => `${name}: ${row ?? kind}`);
      for (const [row, of] of rows) costs.set(row, of);
    }
  };
  await visit('analysis', '/prediction?ticker=AAPL', analysis);
  await visit('workbench, days', `${WORKBENCH}&range=ALL`, (at) => ({
    ...workbench(at, ['6M', '1Y', 'ALL']),
    panel: panels(at),
    replay: [press(at, 'Replay'), press(at, 'Exit replay')],
  }));
  await visit('workbench, minutes', `${WORKBENCH}&range=5D`, (at) => workbench(at, ['1D', '5D']));
  await visit('compare', '/compare?tickers=AAPL,MSFT,NVDA&range=1Y', compare);
  await visit('forecasts', '/forecasts', (at) => sorting(at, ['80% range', 'Earnings', 'Listing']));
  if (isWanted('watchlist')) await fillWatchlist(page, origin);
  await visit(`watchlist of ${WATCHED}`, '/watchlist', (at) => sorting(at, ['Price', 'Signal', 'Ticker']));
  const rows = [...costs].map(([name, of]) => [name, summary(of, /: (range|horizon)$/.test(name))] as const);
  const all = summary([...costs.values()].flat());
  return {
    title: `Input to paint, CPU ${CPU_SLOWDOWN}×, ${ROUNDS} rounds`,
    rows: { ...Object.fromEntries(rows), 'all presses': all },
  };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLE_MS);
}

function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true }).first();
}

function press(page: Page, name: string | RegExp): Press {
  return { target: button(page, name) };
}

/** Arrow keys on a list: a list opened by the pointer is the system's, not the page's. */
function keys(page: Page, name: string, names: readonly string[]): Press[] {
  const on = page.getByRole('combobox', { name, exact: true });
  return names.map((key) => ({ target: { key, on } }));
}

function analysis(page: Page): Scene {
  const ticker = page.getByRole('combobox', { name: 'Ticker' });
  return {
    range: ['1M', '1Y', 'ALL', '1W'].map((range) => press(page, range)),
    horizon: keys(page, 'Forecast days', ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']),
    listing: ['MSFT', 'NVDA', 'AAPL'].map((name) => ({
      target: { key: 'Enter', on: ticker },
      prepare: async () => {
        await ticker.fill(name);
        await page.waitForTimeout(SETTLE_MS);
      },
      finish: () => page.getByRole('heading', { level: 2, name, exact: true }).waitFor(),
    })),
    'deep back-test': [
      {
        ...press(page, /^Run (back-test|again)$/),
        finish: () => page.getByText(/forecasts scored/).waitFor(),
      },
    ],
  };
}

function workbench(page: Page, ranges: readonly string[]): Scene {
  return {
    range: ranges.map((range) => press(page, range)),
    interval: keys(page, 'Interval', ['ArrowDown', 'ArrowUp']),
    scale: keys(page, 'Scale', ['ArrowDown', 'ArrowUp']),
    indicator: [
      {
        ...press(page, 'Remove ATR 14'),
        // Its cross shows while the pointer is on its row.
        prepare: () => button(page, 'ATR 14').hover(),
        finish: async () => {
          await page.goBack();
          await page.waitForTimeout(SETTLE_MS);
        },
      },
    ],
  };
}

/** Each panel's first opening, which renders it. */
function panels(page: Page): Press[] {
  return PANELS.map((name, i) => ({
    ...press(page, name),
    row: `panel ${name}`,
    ...(i === 0 && { prepare: () => open(page, page.url()) }),
    finish: () => page.keyboard.press('Escape'),
  }));
}

function compare(page: Page): Scene {
  return {
    range: ['6M', 'ALL', '1Y'].map((range) => press(page, range)),
    horizon: ['30 days', '7 days'].map((horizon) => press(page, horizon)),
    listing: [{ ...press(page, 'Remove NVDA'), finish: () => page.goBack() }],
  };
}

function sorting(page: Page, columns: readonly string[]): Scene {
  return {
    sorting: columns.map((column) => ({
      target: page.getByRole('columnheader').getByRole('button', { name: column, exact: true }),
    })),
  };
}

async function fillWatchlist(page: Page, origin: string): Promise<void> {
  await open(page, `${origin}/watchlist`);
  const tickers = listings.slice(0, WATCHED).map(({ symbol }) => symbol);
  await page.getByLabel('Tickers, ISINs, names').fill(tickers.join('\n'));
  await button(page, 'Preview import').click();
  await button(page, /^Add \d+ listings$/).click();
  await page.getByText(/^\d+ added\.$/).waitFor();
}

async function workbenchMoves(observed: ObservedPage, origin: string): Promise<Table> {
  const measured = { unthrottled: {}, slowed: {} } as Record<keyof typeof FRAME_MS, Record<string, number>>;
  const barsPerSecond: string[] = [];
  for (const [name, rate] of [
    ['unthrottled', 1],
    ['slowed', CPU_SLOWDOWN],
  ] as const) {
    await open(observed.page, `${origin}${WORKBENCH}&range=1Y`);
    await slow(observed, rate);
    const gestures: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) gestures.push(await measureMoves(observed));
    for (const gesture of Object.keys(gestures[0] ?? {}))
      measured[name][gesture] = median(gestures.map((one) => one[gesture] ?? Number.NaN));
    const replay = await measureReplay(observed);
    measured[name]['bar of a replay at 10×'] = replay.barMs;
    barsPerSecond.push(replay.barsPerSecond.toFixed(1));
  }
  const rows = Object.keys(measured.slowed).map((gesture) => {
    const [unthrottled, slowed] = [measured.unthrottled[gesture] ?? 0, measured.slowed[gesture] ?? 0];
    const isMet = unthrottled <= FRAME_MS.unthrottled && slowed <= FRAME_MS.slowed;
    return [
      gesture,
      {
        'unthrottled, ms': unthrottled.toFixed(1),
        [`CPU ${CPU_SLOWDOWN}×, ms`]: slowed.toFixed(1),
        '': isMet ? 'met' : '**missed**',
      },
    ] as const;
  });
  return {
    title: `Main thread per move on the workbench, ${ROUNDS} rounds; the replay drew ${barsPerSecond.join(' and ')} bars a second`,
    rows: Object.fromEntries(rows),
  };
}
