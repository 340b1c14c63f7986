/** Events of a user's object and their push messages, against a push service that decrypts them itself. */
import { env } from 'cloudflare:workers';
import { runDurableObjectAlarm } from 'cloudflare:test';
import { alertKey, type AlertRule, type AlertEvent, type ItemChange, type Crossing } from '#worker/contract';
import type { Ticker } from '#compute';
import { base64url, importJWK, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkAlerts } from '#worker/alerts/check-alerts.ts';
import { priceOf } from '#worker/contract/snapshot-codec.ts';
import type { LatestPrice } from '#worker/providers/market-data.ts';
import { createSampleMarketData } from '#worker/providers/sample/sample-market-data.ts';
import { runScheduled } from '#worker/scheduled.ts';
import { encrypted, vapidHeader } from '#worker/account/web-push.ts';
import { accountOf, accountWorker, fakeKeyServer } from '#support/worker/account.ts';
import type { Account, AccountWorker } from '#support/worker/account.ts';
import { HOUR_MS, NOON_MS } from '#support/worker/test-worker.ts';
import { freshDatabase } from '#support/worker/database.ts';

const bytes = (text: string) => new Uint8Array(base64url.decode(text));

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiver: {
    private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  },
  sender: {
    private: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    public: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const P256 = { name: 'ECDH', namedCurve: 'P-256' };

const jwkOf = (publicKey: string, d?: string) => {
  const point = bytes(publicKey);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map((part) => base64url.encode(part));
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, ...(d !== undefined && { d }) };
};

async function hmac(
  key: Uint8Array,
  ...parts: readonly (Uint8Array | string)[]
): Promise<Uint8Array<ArrayBuffer>> {
  const text = parts.flatMap((part) => [
    ...(typeof part === 'string' ? new TextEncoder().encode(part) : part),
  ]);
  const imported = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new Uint8Array(text)));
}

/** Decrypts a body like a browser, step by step as in RFC 8291, section 3.4. */
async function decrypt(body: Uint8Array<ArrayBuffer>, { auth, receiver } = RFC): Promise<string> {
  const [salt, sender, text] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)];
  const own = await crypto.subtle.importKey('jwk', jwkOf(receiver.public, receiver.private), P256, false, [
    'deriveBits',
  ]);
  const theirs = await crypto.subtle.importKey('raw', sender, P256, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs } as never, own, 256);
  const prkKey = await hmac(bytes(auth), new Uint8Array(shared));
  const ikm = await hmac(prkKey, 'WebPush: info\0', bytes(receiver.public), sender, '\x01');
  const prk = await hmac(salt, ikm);
  const cek = (await hmac(prk, 'Content-Encoding: aes128gcm\0\x01')).slice(0, 16);
  const iv = (await hmac(prk, 'Content-Encoding: nonce\0\x01')).slice(0, 12);
  const key = await crypto.subtle.importKey('raw', cek, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, text));
  expect(padded.at(-1)).toBe(2);
  return new TextDecoder().decode(padded.slice(0, -1));
}

/** The claims of an `Authorization` header signed with the key in it. */
async function verified(header: string) {
  const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const key = await importJWK(jwkOf(k), 'ES256');
  const { payload, protectedHeader } = await jwtVerify(token, key, { currentDate: new Date(1453500000_000) });
  return { payload, protectedHeader };
}

describe('a message', () => {
  test('is encrypted to the bytes of RFC 8291, appendix A', async () => {
    const key = (of: typeof RFC.sender, uses: 'deriveBits'[]) =>
      crypto.subtle.importKey(
        'jwk',
        jwkOf(of.public, uses.length > 0 ? of.private : undefined),
        P256,
        true,
        uses,
      );
    const keys = { privateKey: await key(RFC.sender, ['deriveBits']), publicKey: await key(RFC.sender, []) };
    const target = { p256dh: RFC.receiver.public, auth: RFC.auth };
    const body = await encrypted(RFC.text, target, {
      salt: bytes(RFC.salt),
      keys,
    });
    expect(base64url.encode(body)).toBe(RFC.body);
    expect(await decrypt(bytes(RFC.body))).toBe(RFC.text);
  });

  test('is signed as the example of RFC 8292, section 2.4', async () => {
    const example =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    const vapid = {
      VAPID_PUBLIC_KEY: RFC.sender.public,
      VAPID_PRIVATE_KEY: RFC.sender.private,
      VAPID_SUBJECT: 'mailto:push@example.com',
    };
    const nowSeconds = 1453523768 - 12 * 3600;
    const ours = await vapidHeader(vapid, 'https://push.example.net', nowSeconds);
    expect(await verified(ours)).toEqual(await verified(example));
    const noPair = { ...vapid, VAPID_PRIVATE_KEY: RFC.receiver.private };
    await expect(vapidHeader(noPair, 'https://push.example.net', nowSeconds)).rejects.toThrow('EC key');
  });
});

/** Messages received by the push service, in order. */
interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly message: {
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    readonly url: string;
  };
}

let worker: AccountWorker;
let jane: Account;
let received: Received[];
/** The push service's next responses; then 201. */
let responses: (Response | Promise<Response>)[];
/** What a push service answers to one address. */
let answers: Map<string, () => Response | Promise<Response>>;

beforeEach(async () => {
  await freshDatabase();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeKeyServer();
  const keyServer = vi.mocked(globalThis.fetch).getMockImplementation();
  received = [];
  responses = [];
  answers = new Map();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input);
    if (!url.includes('push.test/') && !url.includes('elsewhere.test/')) return keyServer!(input, init);
    const message = JSON.parse(await decrypt(new Uint8Array(init?.body as ArrayBuffer)));
    received.push({ url, headers: new Headers(init?.headers), message });
    return answers.get(url)?.() ?? responses.shift() ?? new Response(null, { status: 201 });
  });
  worker = accountWorker();
  // Alarms run by the platform's clock.
  worker.clock.ms = Math.floor(Date.now() / 1000) * 1000;
  jane = accountOf(worker, 'Jane');
});
afterEach(() => vi.restoreAllMocks());

const nowSeconds = () => worker.clock.ms / 1000;
const rule = { on: 'price', direction: 'below', value: 140 } as const;
const KEY = alertKey('NVDA', rule);

const alert = (of: AlertRule = rule, ticker = 'NVDA'): ItemChange => ({
  kind: 'alert',
  key: alertKey(ticker, of),
  value: { ticker, rule: of },
  base_version: 0,
});

const subscription = (endpoint = 'https://a.push.test/1', key = 'phone'): ItemChange => ({
  kind: 'push',
  key,
  value: { endpoint, p256dh: RFC.receiver.public, auth: RFC.auth, server_key: RFC.sender.public },
  base_version: 0,
});

const crossing = (fields: Partial<Crossing> = {}): Crossing => ({
  alert: KEY,
  version: 0,
  session: '2026-11-24',
  direction: 'below',
  level: 140,
  previous: 141,
  value: 139.5,
  price: 139.5,
  currency: 'USD',
  exchange_timezone: 'America/New_York',
  at: new Date(worker.clock.ms).toISOString(),
  source: 'sample',
  ...fields,
});

const object = () => worker.objectOf('Jane');
/** Delivers crossings of the alerts as they are stored. */
async function fire(...crossings: readonly Crossing[]) {
  const stored = new Map((await itemsOf('alert')).map(({ key, version }) => [key, version]));
  const current = crossings.map((one) => ({ ...one, version: stored.get(one.alert) ?? 0 }));
  return object().recordCrossings(current, nowSeconds());
}

/** Lets the object do what is due after a time. Its own alarm may have run first. */
async function pass(seconds = 0): Promise<void> {
  worker.clock.ms += seconds * 1000;
  await runDurableObjectAlarm(object());
  await object().runDue(nowSeconds());
}

async function itemsOf(kind: ItemChange['kind']) {
  const { body } = await jane.items();
  return (
    body.items as { kind: string; key: string; value: AlertEvent; deleted: boolean; version: number }[]
  ).filter((item) => item.kind === kind);
}

describe('a triggered alert', () => {
  test('gives one event and one short message, however often it is reported', async () => {
    await jane.store([alert(), subscription()]);
    for (let i = 0; i < 3; i++) expect(await fire(crossing())).toMatchObject({ value: { unknownRules: [] } });
    await pass();
    await fire(crossing());
    await pass();
    expect(await itemsOf('alert_event')).toMatchObject([
      {
        key: `${KEY} 2026-11-24 below`,
        value: { alert: KEY, ticker: 'NVDA', rule, value: 139.5, is_read: false },
      },
    ]);
    expect(received).toHaveLength(1);
    const [{ url, headers, message }] = received as [Received];
    expect(url).toBe('https://a.push.test/1');
    expect(message.title).toBe('NVDA fell to or below $140.00');
    expect(message.body).toMatch(/^\$139\.50 · \w{3} \d+, \d\d:\d\d New York\. Simulated prices\.$/);
    expect(message.url).toBe(
      `/prediction?ticker=NVDA&alert=${encodeURIComponent(`${KEY} 2026-11-24 below`)}`,
    );
    expect(headers.get('Topic')).toMatch(/^[\w-]{32}$/);
    expect(Number(headers.get('TTL'))).toBe(43_200);
    expect(headers.get('Authorization')).toMatch(/^vapid t=/);
  });

  test('reported by an open tab is the same event, and other browsers get a push', async () => {
    await jane.store([alert(), subscription()]);
    const { version: _, ...rest } = crossing();
    const event = { ticker: 'NVDA', rule, ...rest, is_read: false };
    await jane.store([
      { kind: 'alert_event', key: `${KEY} 2026-11-24 below`, value: event, base_version: 0 },
    ]);
    await fire(crossing());
    await pass();
    expect(await itemsOf('alert_event')).toHaveLength(1);
    expect(received).toHaveLength(1);
  });

  test('is not recorded again after its deletion, nor for an unknown rule', async () => {
    await jane.store([alert()]);
    await fire(crossing());
    const [event] = await itemsOf('alert_event');
    await jane.store([{ kind: 'alert_event', key: event!.key, deleted: true, base_version: event!.version }]);
    const answer = await fire(crossing(), crossing({ alert: 'NVDA signal' }));
    expect(answer).toMatchObject({ value: { unknownRules: [{ alert: 'NVDA signal' }] } });
    expect((await itemsOf('alert_event')).filter(({ deleted }) => !deleted)).toEqual([]);
  });

  test('keeps the newest four hundred events', async () => {
    await jane.store([alert()]);
    const sessions = Array.from({ length: 450 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString());
    for (let from = 0; from < 450; from += 50)
      await fire(...sessions.slice(from, from + 50).map((at) => crossing({ at, session: at.slice(0, 10) })));
    const kept = (await itemsOf('alert_event')).filter(({ deleted }) => !deleted);
    expect(kept).toHaveLength(400);
    expect(kept.map(({ value }) => value.at).toSorted()[0]).toBe(sessions[50]);
  });
});

describe('a push', () => {
  test('is written as the user’s pages are: by the chosen region, otherwise by the browser’s', async () => {
    const phone = {
      endpoint: 'https://a.push.test/1',
      p256dh: RFC.receiver.public,
      auth: RFC.auth,
      server_key: RFC.sender.public,
      region: 'de',
    };
    await jane.store([alert(), { kind: 'push', key: 'phone', value: phone, base_version: 0 }]);
    await fire(crossing());
    await pass();
    const choose = (key: string, choice: string) =>
      ({ kind: 'setting', key, value: { choice }, base_version: 0 }) as const;
    await jane.store([choose('region', 'uk'), choose('clock', 'utc')]);
    await fire(crossing({ session: '2026-11-25' }));
    await pass();
    expect(received.map(({ message }) => message.title.replace('\u00A0', ' '))).toEqual([
      'NVDA fell to or below 140,00 $',
      'NVDA fell to or below US$140.00',
    ]);
    expect(received[1]?.message.body).toMatch(/^US\$139\.50 · \d+ \w+, \d\d:\d\d UTC\./);
  });

  test('waits while the service is busy, by its Retry-After and longer each time', async () => {
    await jane.store([alert(), subscription()]);
    responses = [
      new Response(null, { status: 429, headers: { 'Retry-After': '600' } }),
      new Response(null, { status: 503 }),
    ];
    await fire(crossing());
    await pass();
    await pass(599);
    expect(received).toHaveLength(1);
    await pass(2);
    expect(received).toHaveLength(2);
    await pass(119);
    expect(received).toHaveLength(2);
    await pass(2);
    await pass(7200);
    expect(received).toHaveLength(3);
  });

  test.each([401, 403, 404, 410])('that gets %d ends its subscription', async (status) => {
    await jane.store([alert(), subscription(), subscription('https://push.test/2', 'laptop')]);
    answers.set('https://push.test/2', () => new Response(null, { status }));
    await fire(crossing());
    await pass();
    expect((await itemsOf('push')).map(({ key, deleted }) => [key, deleted]).toSorted()).toEqual([
      ['laptop', true],
      ['phone', false],
    ]);
    await fire(crossing({ session: '2026-11-25' }));
    await pass();
    expect(received.map(({ url }) => url).toSorted()).toEqual([
      'https://a.push.test/1',
      'https://a.push.test/1',
      'https://push.test/2',
    ]);
  });

  test('made with another key than ours ends its subscription, unsent', async () => {
    const rotated = subscription('https://push.test/2', 'laptop');
    const value = { ...('value' in rotated ? rotated.value : {}), server_key: RFC.receiver.public };
    await jane.store([alert(), { ...rotated, value } as ItemChange]);
    await fire(crossing());
    await pass();
    expect(received).toEqual([]);
    expect(await itemsOf('push')).toMatchObject([{ deleted: true }]);
  });

  test('does not wait for another push service', async () => {
    await jane.store([alert(), subscription(), subscription('https://push.test/2', 'laptop')]);
    const gate = new EventTarget();
    const hanging = new Promise<Response>((resolve) => {
      gate.addEventListener('open', () => resolve(new Response(null, { status: 201 })));
    });
    answers.set('https://a.push.test/1', () => hanging);
    await fire(crossing());
    const run = object().runDue(nowSeconds());
    await vi.waitFor(() => expect(received.map(({ url }) => url)).toContain('https://push.test/2'));
    gate.dispatchEvent(new Event('open'));
    await run;
  });

  test('waits up to an hour where the service asks for it', async () => {
    await jane.store([alert(), subscription()]);
    responses = [new Response(null, { status: 429, headers: { 'Retry-After': '7200' } })];
    await fire(crossing());
    await pass();
    await pass(3599);
    expect(received).toHaveLength(1);
    await pass(2);
    expect(received).toHaveLength(2);
  });

  test('survives quiet hours of any length', async () => {
    const hour = new Date(worker.clock.ms).getUTCHours();
    const quiet = { from: hour, to: (hour + 23) % 24, timezone: 'UTC' };
    const limits = {
      kind: 'push_limits',
      key: 'push',
      base_version: 0,
      value: { quiet, per_day: 5 },
    } as const;
    await jane.store([alert(), subscription(), limits]);
    await fire(crossing());
    await pass();
    await pass(13 * 3600);
    expect(received).toEqual([]);
    await pass(10 * 3600);
    expect(received).toHaveLength(1);
  });

  test('about a hundred listings stays under 3 KB', async () => {
    const tickers = Array.from({ length: 100 }, (_, i) => `LONGNAME${i}.XY`);
    await jane.store([subscription(), ...tickers.map((ticker) => alert({ on: 'signal' }, ticker))]);
    await fire(...tickers.map((ticker) => crossing({ alert: `${ticker} signal`, level: null })));
    await pass();
    expect(received).toHaveLength(1);
    expect(received[0]!.message.body).toMatch(/^LONGNAME0\.XY, .* and 80 more$/);
    expect(JSON.stringify(received[0]!.message).length).toBeLessThan(3000);
  });

  test('has numbers and times as the user reads them', async () => {
    const choice = (key: string, value: string) =>
      ({ kind: 'setting', key, value: { choice: value }, base_version: 0 }) as const;
    await jane.store([alert(), subscription(), choice('region', 'de'), choice('clock', 'utc')]);
    await fire(crossing());
    await pass();
    expect(received[0]!.message.title).toContain('140,00');
    expect(received[0]!.message.body).toContain('UTC');
  });

  test.each([
    'https://jane:secret@push.test/1',
    'https://jane@push.test/1',
    'http://push.test/1',
    'https:\\\\push.test/1',
  ])('has no subscription at %s', async (endpoint) => {
    expect((await jane.put([subscription(endpoint)])).status).toBe(422);
  });

  test('is never sent to a host outside the list', async () => {
    await jane.store([alert(), subscription('https://elsewhere.test/1')]);
    await fire(crossing());
    await pass();
    expect(received).toEqual([]);
    expect(await itemsOf('push')).toMatchObject([{ deleted: true }]);
  });

  test('waits for the end of quiet hours, and several are combined into one', async () => {
    const hour = new Date(worker.clock.ms).getUTCHours();
    const quiet = { from: hour, to: (hour + 2) % 24, timezone: 'UTC' };
    const limits = {
      kind: 'push_limits',
      key: 'push',
      value: { quiet, per_day: 5 },
      base_version: 0,
    } as const;
    await jane.store([
      alert(),
      alert({ on: 'signal' }),
      alert({ on: 'signal' }, 'AMD'),
      subscription(),
      limits,
    ]);
    await fire(
      ...['2026-11-21', '2026-11-22', '2026-11-23'].map((session) => crossing({ session })),
      crossing({ alert: 'AMD signal', level: null, previous: 2, value: 3, direction: 'above' }),
    );
    await pass();
    expect(received).toEqual([]);
    await pass(2 * 3600);
    expect(received.map(({ message }) => message)).toMatchObject([
      { title: '4 alerts triggered', body: 'NVDA, AMD', url: '/today' },
    ]);
  });

  test('is sent once even if two runs overlap', async () => {
    await jane.store([alert(), subscription()]);
    await fire(crossing());
    const gate = new EventTarget();
    responses.push(
      new Promise((resolve) => {
        gate.addEventListener('open', () => resolve(new Response(null, { status: 201 })));
      }),
    );
    const runs = [object().runDue(nowSeconds()), object().runDue(nowSeconds())];
    await vi.waitFor(() => expect(received).toHaveLength(1));
    // Resolved after the second run has started.
    await itemsOf('alert_event');
    gate.dispatchEvent(new Event('open'));
    await Promise.all(runs);
    expect(received).toHaveLength(1);
  });

  test('is sent at most as often a day as the user wants', async () => {
    const limits = {
      kind: 'push_limits',
      key: 'push',
      value: { quiet: null, per_day: 2 },
      base_version: 0,
    } as const;
    await jane.store([alert(), subscription(), limits]);
    for (const session of ['2026-11-21', '2026-11-22', '2026-11-23']) {
      await fire(crossing({ session }));
      await pass();
    }
    expect(received).toHaveLength(2);
    expect(await itemsOf('alert_event')).toHaveLength(3);
  });

  test('is sent to a browser at most 20 times a day', async () => {
    await jane.store([alert(), subscription()]);
    for (let day = 10; day <= 30; day += 1) {
      await fire(crossing({ session: `2026-11-${day}` }));
      await pass();
    }
    expect(received).toHaveLength(20);
    expect(await itemsOf('alert_event')).toHaveLength(21);
  });
});

test('an alert created through the API triggers in the scheduled run without an open page, and /today loads it', async () => {
  const market = createSampleMarketData(() => worker.clock.ms);
  const price = async (ms: number) => {
    worker.clock.ms = ms;
    const read = await market.latestPrices(['AAPL' as Ticker], AbortSignal.any([]));
    const latest = (read.ok && read.value.get('AAPL' as Ticker)) as LatestPrice;
    const [value, asOfSeconds] = [priceOf(latest), latest.asOfSeconds];
    return { value, session: '2026-11-17', at: new Date(asOfSeconds * 1000).toISOString() };
  };
  const start = await price(NOON_MS);
  const later = await price(NOON_MS + HOUR_MS);
  worker.clock.ms = NOON_MS;
  const direction = later.value > start.value ? 'above' : 'below';
  const level = (start.value + later.value) / 2;
  const made: AlertRule = { on: 'price', direction, value: level };
  const value = { ticker: 'AAPL', rule: made, start };
  await jane.store([{ kind: 'alert', key: alertKey('AAPL', made), value, base_version: 0 }]);
  worker.clock.ms += HOUR_MS;
  const bindings = { MARKET_DATA: 'sample', ENVIRONMENT: 'local', RECORD: env.RECORD, USERS: env.USERS };
  await runScheduled(bindings, { now: () => worker.clock.ms, random: () => 0 });
  expect(await itemsOf('alert_event')).toMatchObject([
    { value: { ticker: 'AAPL', direction, level, price: later.value, is_read: false } },
  ]);
});

describe('the index', () => {
  /** The users with rows; these tests use their own objects. */
  const indexed = async () =>
    (await env.RECORD.prepare('SELECT rule, direction FROM alert_rule ORDER BY rule, direction').all())
      .results;
  const status = async () => (await jane.request('/api/me/alerts')).body;

  test('follows a user’s alerts and is deleted with the account', async () => {
    const range: AlertRule = {
      on: 'range',
      session: '2026-11-25',
      base_date: '2026-11-24',
      horizon_days: 1,
      low: 90,
      high: 110,
    };
    const [stored] = await jane.store([alert(), alert(range)]);
    expect(await indexed()).toEqual([
      { rule: KEY, direction: 'below' },
      { rule: alertKey('NVDA', range), direction: 'above' },
      { rule: alertKey('NVDA', range), direction: 'below' },
    ]);
    expect(await status()).toEqual({
      push_public_key: null,
      check_seconds: 60,
      unwatched: [],
    });
    await jane.store([{ kind: 'alert', key: KEY, deleted: true, base_version: stored!.version }]);
    expect(await indexed()).toHaveLength(2);
    expect((await jane.request('/api/me', { method: 'DELETE' })).status).toBe(204);
    expect(await indexed()).toEqual([]);
    const late = await object().recordCrossings([crossing()], nowSeconds());
    expect(late).toMatchObject({ error: { reason: 'account_deleted' } });
  });

  test('that triggers once ends with its first crossing, and can be set again', async () => {
    const once = (of: 'armed' | 'triggered', base_version = 0): ItemChange => {
      return { kind: 'alert', key: KEY, value: { ticker: 'NVDA', rule, once: of }, base_version };
    };
    await jane.store([once('armed')]);
    expect(await indexed()).toHaveLength(1);
    await fire(crossing(), crossing({ session: '2026-11-25' }));
    expect(await itemsOf('alert_event')).toHaveLength(1);
    const [ended] = await itemsOf('alert');
    expect(ended?.value).toMatchObject({ once: 'triggered' });
    expect(await indexed()).toEqual([]);
    expect(await status()).toMatchObject({ unwatched: [] });
    const late = await object().recordCrossings([crossing({ session: '2026-11-26' })], nowSeconds());
    expect(late).toMatchObject({ value: { unknownRules: [{ alert: KEY }] } });
    await jane.store([once('armed', ended!.version)]);
    expect(await indexed()).toHaveLength(1);
  });

  test('has not one row more after ten refused batches', async () => {
    const batch = (from: number) =>
      Array.from({ length: 200 }, (_, i) =>
        alert({ on: 'day_change', direction: 'below', value: -1 - from - i }, `T${from}`),
      );
    await jane.store(batch(0));
    await jane.store(batch(200));
    const rows = (await indexed()).length;
    const listings = async () => (await env.RECORD.prepare('SELECT ticker FROM alert_listing').all()).results;
    const before = await listings();
    for (let i = 2; i < 12; i++)
      expect((await jane.put(batch(200 * i))).body).toMatchObject({ code: 'over_limit' });
    expect([(await indexed()).length, await listings()]).toEqual([rows, before]);
  });

  test('tells of alerts that were made on another market, and of listings that no source knows', async () => {
    await jane.store([alert(), alert({ on: 'signal' }, 'FAKE')]);
    await env.RECORD.prepare("UPDATE alert_rule SET market = 'live' WHERE ticker = 'NVDA'").run();
    await env.RECORD.prepare("DELETE FROM alert_rule WHERE ticker = 'FAKE'").run();
    expect((await status()).unwatched).toEqual([
      { key: KEY, reason: 'other_market' },
      { key: 'FAKE signal', reason: 'unknown_listing' },
    ]);
  });

  test('that cannot be written leaves a rule unwatched until the object’s alarm has written it', async () => {
    const batch = vi.spyOn(env.RECORD, 'batch').mockRejectedValue(new Error('network'));
    await jane.store([alert()]);
    expect(await status()).toMatchObject({ unwatched: [{ key: KEY, reason: 'pending' }] });
    batch.mockRestore();
    await pass(300);
    expect(await status()).toMatchObject({ unwatched: [] });
    expect(await indexed()).toHaveLength(1);
  });

  test('that cannot be written at a deletion is tried again before the mark is removed', async () => {
    await jane.store([alert()]);
    const batch = vi.spyOn(env.RECORD, 'batch').mockRejectedValue(new Error('network'));
    expect((await jane.request('/api/me', { method: 'DELETE' })).status).toBe(204);
    expect(await indexed()).toHaveLength(1);
    batch.mockRestore();
    await pass(300);
    expect(await indexed()).toEqual([]);
  });
});

test('signal and odds are checked once a session, from the ledger or by an analysis after the close', async () => {
  const { runLedgerJob } = await import('#worker/ledger/job.ts');
  const clock = { ms: Date.UTC(2026, 10, 17, 22, 0) };
  const now = () => clock.ms;
  const source = createSampleMarketData(now);
  const [AAPL, KO] = ['AAPL', 'KO'].map((ticker) => ticker as (typeof universe)[0]);
  const universe = ['AAPL'] as unknown as Parameters<typeof checkAlerts>[0]['universe'];
  const odds: AlertRule = { on: 'odds', of: 'buy', horizon_days: 7, direction: 'above', value: 0.99 };
  await jane.store([alert(odds, AAPL), alert({ on: 'signal' }, KO), alert({ on: 'signal' }, AAPL)]);
  const analysed = vi.spyOn(source, 'stock');
  const run = async () => {
    await runLedgerJob({ db: env.RECORD, ledger: 'sample', universe, source, listingsPerRun: 2, now });
    const before = analysed.mock.calls.length;
    const limits = { batches: 9, charts: 2, analyses: 2 };
    const check = { db: env.RECORD, market: 'sample', universe, source, limits } as const;
    await checkAlerts({ ...check, nowSeconds: Math.floor(now() / 1000) });
    return analysed.mock.calls.slice(before).map(([ticker]) => ticker);
  };
  expect(await run()).toEqual(['KO']);
  expect(await run()).toEqual([]);
  const seen = async () =>
    (
      await env.RECORD.prepare(
        "SELECT ticker, seen->>'$.signal.session' AS session FROM alert_listing ORDER BY ticker",
      ).all()
    ).results;
  const sessions = (session: string) => ['AAPL', 'KO'].map((ticker) => ({ ticker, session }));
  expect(await seen()).toEqual(sessions('2026-11-17'));
  clock.ms += 23 * 3600_000;
  expect(await run()).toEqual([]);
  clock.ms += 3600_000;
  expect(await run()).toEqual(['KO']);
  expect(await seen()).toEqual(sessions('2026-11-18'));
});
