/** The size of five years of real bars on the wire, from the vendor's format through the built Worker. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodeCandles } from '#compute';
import { expect, test } from 'vitest';
import type { SnapshotResponse } from '#worker/contract';
import { startVendor } from '#scripts/stack/vendor/vendor-server.ts';
import { bundledWorker, startWorkerd } from '../support/workerd-server.ts';

const BARS = 1250;
const MAX_GZIP_BYTES = 14 * 1024;

/** Apple's last 1,250 daily bars to 2018-05-11, split-adjusted, so most prices have six decimals. */
async function appleCsv(): Promise<readonly string[]> {
  const path = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/aapl.csv');
  const [header = '', ...rows] = (await readFile(path, 'utf8')).trim().split('\n');
  return [header, ...rows.slice(-BARS)];
}

test('the columns of 1,250 real bars are at most 14 KiB gzip', async () => {
  const csv = await appleCsv();
  const folder = await mkdtemp(join(tmpdir(), 'candor-columns-'));
  await writeFile(join(folder, 'AAPL.csv'), csv.join('\n'));
  const vendor = await startVendor({ folder, port: 0 });
  const server = await startWorkerd([
    {
      name: 'candor',
      script: await bundledWorker(),
      vars: { MARKET_DATA: 'live', YAHOO_BASE_URL: vendor.origin },
    },
  ]);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port('candor')}/api/stock/AAPL?view=columns&v=2`);
    const text = await response.text();
    const gzipBytes = gzipSync(text).length;
    console.log(`${BARS} bars, ${text.length} B, ${(gzipBytes / 1024).toFixed(2)} KiB gzip`);
    expect(gzipBytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);

    const decoded = decodeCandles((JSON.parse(text) as SnapshotResponse).columns);
    if (!decoded.ok) throw new Error(decoded.error.reason);
    expect([...decoded.value.volume]).toEqual(csv.slice(1).map((row) => Number(row.split(',')[6])));
  } finally {
    await server.stop();
    await vendor.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 30_000);
