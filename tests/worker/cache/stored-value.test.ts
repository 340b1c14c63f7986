import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecord, readSeal, recordValue, sealedValue } from '../../../worker/cache/stored-value.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const ETAG = `"${'0a'.repeat(12)}"`;

const json = fc.jsonValue({ maxDepth: 3 });
const seconds = fc.double({ min: 0, max: 4e9, noNaN: true, noDefaultInfinity: true }).map((s) => s + 0);

function sealed(answer: unknown, body: unknown, at = 5) {
  const value = sealedValue({
    seal: {
      bytes: encoder.encode(JSON.stringify(answer)),
      etag: ETAG,
      fetchedAtSeconds: at,
      freshUntilSeconds: at + 60,
      trueUntilSeconds: at + 30,
    },
    body,
  });
  return encoder.encode(value);
}

test('a sealed value gives back its answer byte for byte, and its record with the answer parsed', () => {
  fc.assert(
    fc.property(json, json, seconds, (answer, body, at) => {
      const value = sealed(answer, body, at);
      const seal = readSeal(value);
      expect(seal).toMatchObject({
        fetchedAtSeconds: at,
        freshUntilSeconds: at + 60,
        trueUntilSeconds: at + 30,
      });
      expect(seal?.etag).toBe(ETAG);
      expect(decoder.decode(seal?.bytes)).toBe(JSON.stringify(answer));
      expect(JSON.stringify(readRecord(value))).toBe(JSON.stringify({ fetchedAtSeconds: at, body, answer }));
    }),
  );
});

test('a plain record has no seal and no answer', () => {
  fc.assert(
    fc.property(json, seconds, (body, at) => {
      const value = encoder.encode(recordValue({ fetchedAtSeconds: at, body }));
      expect(readSeal(value)).toBeNull();
      expect(JSON.stringify(readRecord(value))).toBe(JSON.stringify({ fetchedAtSeconds: at, body }));
    }),
  );
});

test('no beginning of a sealed value has a seal, and none is read as a record until only its last line feed is missing', () => {
  const value = sealed({ fetched_at: '2026-11-17T17:00:00.000Z', columns: [1, 2, 3] }, { name: 'Nestlé' });
  for (let length = 0; length < value.length - 1; length++) {
    const cut = value.slice(0, length);
    expect(sealOf(cut)).toBeNull();
    expect(bodyOf(cut)).toBeUndefined();
  }
});

function sealOf(value: Uint8Array): unknown {
  try {
    return readSeal(value);
  } catch {
    return null;
  }
}

function bodyOf(value: Uint8Array): unknown {
  try {
    return readRecord(value).body;
  } catch {
    return undefined;
  }
}
