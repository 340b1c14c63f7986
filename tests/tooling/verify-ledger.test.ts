/** The whole way: the job's ledger, stamped over HTTP, published, and checked from outside. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedRoots } from '#scripts/ledger/timestamp-roots.ts';
import { verifyPublished } from '#scripts/ledger/verify-published.ts';
import { migrateLedger } from '#scripts/stack/ledger-database.ts';
import { seedSampleLedger } from '#scripts/stack/ledger-seed.ts';
import { openLocalD1 } from '#scripts/stack/local-d1.ts';
import { listenLocally } from '#scripts/stack/local-server.ts';
import { startTimestampAuthority } from '#scripts/stack/timestamp-authority.ts';
import { certificateOf, createAuthority, type AuthorityKeys } from '#scripts/stack/timestamp-tokens.ts';
import { fileTexts } from '#worker/ledger/files.ts';
import { readSummary } from '#worker/ledger/summary.ts';
import { readTimestamps, timestampHead } from '#worker/ledger/timestamps.ts';
import { readFileSync } from 'node:fs';

const NOW_MS = Date.now();
const LEDGER = 'sample';

let folder = '';
/** What the site serves, by path. */
const files = new Map<string, string>();
let origin = new URL('http://localhost');
let root = '';
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-verify-'));
  await migrateLedger(folder);
  const settings = { ENVIRONMENT: 'local', MARKET_DATA: 'sample', RECORD_UNIVERSE: 'AAPL,BTC-USD' };
  await seedSampleLedger({ settings, nowMs: NOW_MS, days: 10, persistTo: folder });
  const keys = join(folder, 'authority.json');
  const authority = await startTimestampAuthority(0, keys);
  root = (JSON.parse(readFileSync(keys, 'utf8')) as AuthorityKeys).root;
  const { db, close } = openLocalD1(folder);
  const job = { db, ledger: LEDGER, now: () => NOW_MS, spend: () => true } as const;
  await timestampHead({ ...job, authorities: [authority.origin] });
  const textOf = async (file: 'rows' | 'events') => {
    let text = '';
    for await (const part of fileTexts(db, LEDGER, file)) text += part;
    return text;
  };
  files.set('/api/record', await readSummary(db, LEDGER, [], ''));
  files.set('/api/record.csv', await textOf('rows'));
  files.set('/api/record/events.csv', await textOf('events'));
  const year = new Date(NOW_MS - 17.5 * 3_600_000).getUTCFullYear();
  files.set('/api/record/timestamps', JSON.stringify(await readTimestamps(db, LEDGER, year)));
  const site = await listenLocally(
    createServer((request, response) => {
      const body = files.get(new URL(request.url ?? '', 'http://site').pathname);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    }),
  );
  origin = new URL(site.origin);
  closing.push(site.close, authority.close, async () => close());
}, 180_000);

afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rm(folder, { recursive: true, force: true });
});

const check = async (changes: Readonly<Record<string, string>> = {}, roots = [certificateOf(root)]) => {
  const kept = new Map(files);
  for (const [path, text] of Object.entries(changes)) files.set(path, text);
  const findings = await verifyPublished(origin, roots);
  for (const [path, text] of kept) files.set(path, text);
  return findings;
};

const wrong = (findings: Awaited<ReturnType<typeof check>>) =>
  findings.filter(({ isWrong }) => isWrong).map(({ text }) => text);

test('an untouched ledger is as published, with its time stamps', async () => {
  const findings = await check();
  expect(wrong(findings)).toEqual([]);
  expect(findings.map(({ text }) => text).join('\n')).toMatch(
    /rows are as written[^]*is intact[^]*figures of the page follow[^]*Time stamps by http:\/\/127\.0\.0\.1:\d+, signed under a trusted root: 1\./,
  );
});

test('a flipped bit anywhere in a row names that row first', async () => {
  const csv = files.get('/api/record.csv')!;
  const start = csv.indexOf('\n') + 1;
  for (let at = start + 7; at < csv.length - 2; at += 397) {
    const flipped = csv.slice(0, at) + String.fromCharCode(csv.charCodeAt(at) ^ 1) + csv.slice(at + 1);
    const row = csv.slice(start, at).split('\n').length;
    const [first] = wrong(await check({ '/api/record.csv': flipped }));
    expect(first, `byte ${at}`).toContain(`the first is row ${row}`);
  }
});

test('a root that nobody trusts leaves a time stamp unchecked, and a changed token is wrong', async () => {
  const stranger = certificateOf((await createAuthority(NOW_MS)).root);
  const findings = await check({}, [stranger]);
  expect(wrong(findings)).toEqual([]);
  expect(findings.at(-1)?.text).toMatch(/^Could not check \d{4}-\d\d-\d\d by http/);
  const path = '/api/record/timestamps';
  const stamps = JSON.parse(files.get(path)!) as { timestamps: { token: string; head: string }[] };
  const token = Buffer.from(stamps.timestamps[0]!.token, 'base64');
  token[token.length - 1]! ^= 1;
  stamps.timestamps[0]!.token = token.toString('base64');
  expect(wrong(await check({ [path]: JSON.stringify(stamps) }))).toEqual([
    expect.stringContaining('the signature is wrong'),
  ]);
});

test('events removed from the end are revealed by a time stamp', async () => {
  const lines = files.get('/api/record/events.csv')!.trimEnd().split('\r\n');
  const findings = await check({ '/api/record/events.csv': `${lines.slice(0, -1).join('\r\n')}\r\n` });
  expect(wrong(findings).join()).toContain('names another hash than its event has');
});

test('the named roots are at hand and have their hashes', () => {
  expect(namedRoots().map(({ name }) => name)).toHaveLength(3);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!hasOpenssl)('OpenSSL judges the same token in the same way', async () => {
  const stamps = JSON.parse(files.get('/api/record/timestamps')!) as {
    timestamps: { token: string; head: string }[];
  };
  const { token, head } = stamps.timestamps[0]!;
  const [tokenFile, rootFile] = [join(folder, 'token.der'), join(folder, 'root.pem')];
  await writeFile(tokenFile, Buffer.from(token, 'base64'));
  const pem = root.match(/.{1,64}/g)!.join('\n');
  await writeFile(rootFile, `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`);
  const verify = (digest: string) => {
    const args = ['ts', '-verify', '-digest', digest, '-in', tokenFile, '-token_in', '-CAfile', rootFile];
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });
  };
  expect(verify(head)).toContain('Verification: OK');
  expect(() => verify(head.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))).toThrow(/Command failed/);
});
