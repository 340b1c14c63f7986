import { expect, test } from 'vitest';
import type { Context } from 'hono';
import { senderKey } from '#worker/http/guards.ts';
import type { AppEnv } from '#worker/services.ts';

const SUBSCRIBER = '2001:db8:0:12::/64';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:12::1', SUBSCRIBER],
  ['2001:db8:0:12:ffff:ffff:ffff:ffff', SUBSCRIBER],
  ['2001:0DB8:0000:0012:0000:0000:0000:0001', SUBSCRIBER],
  ['2001:db8::12:0:0:0:1', SUBSCRIBER],
  ['2001:db8:0:12::192.0.2.1', SUBSCRIBER],
  ['2001:db8:0:13::1', '2001:db8:0:13::/64'],
  ['2001:db8:0:12::', SUBSCRIBER],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['not an address', 'not an address'],
  [undefined, null],
])('the quota of %s is that of %s', (address, key) => {
  const req = { header: () => address };
  expect(senderKey({ req } as unknown as Context<AppEnv>)).toBe(key);
});
