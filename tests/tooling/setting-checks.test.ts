import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '#scripts/stack/repository.ts';
import {
  checkFirebase,
  checkNames,
  checkOptional,
  checkPush,
  checkSessionLists,
  checkPageSettings,
  checkWorkerVariables,
  type Finding,
  namesInExample,
} from '#scripts/stack/setting-checks.ts';

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text);

const FIREBASE = {
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_AUTH_DOMAIN: 'candor.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'candor',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
};

test('accepts every name in the example file and refuses a misspelt one', () => {
  const names = namesInExample(readFileSync(fromRoot('.dev.vars.example'), 'utf8'));
  expect(names).toContain('MARKET_DATA');
  expect(names).toContain('RECORD_UNIVERSE');
  expect(names).toContain('FIREBASE_PROJECT_ID');
  expect(names).toContain('VITE_FIREBASE_API_KEY');
  expect(wrong(checkNames({ MARKET_DATA: 'live', FINHUB_API_KEY: 'x' }, names))).toEqual([
    '.dev.vars: FINHUB_API_KEY is not a known setting',
  ]);
});

test('docs/settings.md explains exactly the names in the example file', () => {
  const explained = readFileSync(fromRoot('docs/settings.md'), 'utf8').matchAll(/^\| (`.+?`) \|/gm);
  const names = [...explained].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  expect(names.toSorted()).toEqual(
    namesInExample(readFileSync(fromRoot('.dev.vars.example'), 'utf8')).toSorted(),
  );
});

test('names a wrong Worker variable and the file to correct', () => {
  expect(wrong(checkWorkerVariables({ MARKET_DATA: 'live' }, '.dev.vars'))).toEqual([]);
  const [finding] = checkWorkerVariables({ MARKET_DATA: 'real' }, '.dev.vars');
  expect(finding).toMatchObject({
    verdict: 'wrong',
    text: expect.stringContaining('MARKET_DATA'),
    advice: 'Correct it in .dev.vars.',
  });
});

test('a deployment without Firebase gets a note; incomplete Firebase settings are wrong', () => {
  expect(wrong(checkFirebase(FIREBASE))).toEqual([]);
  expect(checkFirebase({})).toMatchObject([{ verdict: 'note', advice: expect.stringContaining('APP_ID') }]);
  expect(wrong(checkFirebase({ ...FIREBASE, VITE_FIREBASE_APP_ID: ' ' }))).toEqual([
    'VITE_FIREBASE_APP_ID is missing',
  ]);
  expect(wrong(checkFirebase({ ...FIREBASE, VITE_FIREBASE_PROJECT_ID: 'demo-candor' }))).toHaveLength(1);
  expect(
    wrong(checkFirebase({ ...FIREBASE, VITE_FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' })),
  ).toHaveLength(1);
});

test('says what a deployment lacks', () => {
  const texts = checkOptional({ VITE_OPERATOR: 'Acme Ltd' }).map(({ text }) => text);
  expect(texts).toEqual([
    'VITE_SITE_ORIGIN is not set: pages have no canonical URL, and there is no sitemap',
    'VITE_OPERATOR is set',
  ]);
});

test.each([
  ['mailto:ops@candor.app', 'right'],
  ['https://candor.app/contact', 'right'],
  ['mailto:me@localhost', 'wrong'],
  ['mailto:me@example.com', 'wrong'],
  ['https://www.example.org/', 'wrong'],
  ['', 'note'],
])('VAPID_SUBJECT=%j is %s', (VAPID_SUBJECT, verdict) => {
  expect(checkPush({ VAPID_SUBJECT })).toMatchObject([{ verdict }]);
});

test('the two VAPID keys must be a pair', () => {
  const VAPID_SUBJECT = 'mailto:ops@candor.dev';
  // RFC 8291's example of a sender, and its receiver.
  const VAPID_PUBLIC_KEY =
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
  const verdicts = (VAPID_PRIVATE_KEY: string) =>
    checkPush({ VAPID_SUBJECT, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).map(({ verdict }) => verdict);
  expect(verdicts('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')).toEqual(['right', 'right']);
  expect(verdicts('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')).toEqual(['right', 'wrong']);
  expect(verdicts('nonsense')).toEqual(['right', 'wrong']);
});

test.each([
  ['2025-11-01', 'right', 'The holidays of all exchanges are known'],
  ['2026-11-01', 'right', 'The holidays of all exchanges are known'],
  ['2026-11-02', 'note', 'Holidays are known for fewer than 60 days more at XSHG, XBOM, XSES'],
])('on %s the lists of sessions are %s', (date, verdict, text) => {
  expect(checkSessionLists(Date.parse(date) / 1000)).toMatchObject([{ verdict, text }]);
});

test('a Worker with the emulator in production is wrong', () => {
  const settings = { FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' };
  expect(wrong(checkWorkerVariables({ ...settings, ENVIRONMENT: 'local' }, '.dev.vars'))).toEqual([]);
  expect(wrong(checkWorkerVariables({ ...settings, ENVIRONMENT: 'production' }, '.dev.vars'))).toHaveLength(
    1,
  );
});

test.each([
  ['VITE_CLAIMS', 'measured', 'true'],
  ['VITE_LOGO_URL_TEMPLATE', 'https://logos.example/{symbol}.png', 'https://logos.example/AAPL.png'],
  ['VITE_SITE_ORIGIN', 'https://candor.example', 'https://candor.example/'],
  ['VITE_TOKEN_SYNC_URL', 'https://sync.example', 'sync.example'],
  ['VITE_API_BASE_URL', 'https://api.example', 'ftp://api.example'],
  ['HSTS_PRELOAD', 'true', 'yes'],
  ['VITE_FIREBASE_AUTH_EMULATOR', 'http://127.0.0.1:9099', '127.0.0.1:9099'],
  ['VITE_ADMIN_EMAILS', 'a@b.example, c@d.example', 'a@b.example, c'],
])('%s accepts %s, refuses %s, and may be absent', (name, good, bad) => {
  expect(wrong(checkPageSettings({ [name]: good }))).toEqual([]);
  expect(wrong(checkPageSettings({ [name]: bad }))).toEqual([`${name} is not valid`]);
  expect(wrong(checkPageSettings({}))).toEqual([]);
});
