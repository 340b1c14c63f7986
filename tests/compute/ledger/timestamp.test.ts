import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { grantedToken, readTimestampToken, timestampRequest } from '#compute';
import { createAuthority, respondTimestamp } from '#scripts/stack/timestamp-tokens.ts';

const HEAD = 'c0ffee00'.repeat(8);
const NONCE = '4123456789abcdef';
const AT_MS = Date.UTC(2026, 10, 25, 22, 40);

let response: Uint8Array;

beforeAll(async () => {
  const keys = await createAuthority(AT_MS);
  const request = new Uint8Array(timestampRequest(HEAD, NONCE));
  response = new Uint8Array(await respondTimestamp(keys, request, { atMs: AT_MS }));
});

test('a granted token states head, nonce and time', () => {
  const token = grantedToken(response);
  expect(readTimestampToken(token)).toEqual({ head: HEAD, nonce: NONCE, atMs: AT_MS });
});

/** What a response states, or `null`; any other error than `RangeError` is thrown. */
function stampedIn(bytes: Uint8Array) {
  try {
    return readTimestampToken(grantedToken(bytes));
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

test('property: bytes that are cut, changed or invented are read as nothing or as what they state, never with an error', () => {
  const changed = fc
    .tuple(fc.nat(response.length - 1), fc.nat(255))
    .map(([at, byte]) => response.with(at, byte));
  const cut = fc.nat(response.length - 1).map((length) => response.slice(0, length));
  fc.assert(
    fc.property(fc.oneof(changed, cut, fc.uint8Array({ maxLength: 100 })), (bytes) => {
      const read = stampedIn(bytes);
      expect(read === null || /^[0-9a-f]*$/.test(read.head)).toBe(true);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(cut, (bytes) => {
      expect(stampedIn(bytes)).toBeNull();
    }),
  );
});
