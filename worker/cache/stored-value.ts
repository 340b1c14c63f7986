/**
 * The bytes of one KV value. A record is one line of JSON, `{"fetched_at":…,"body":…}`. Where its answer can be handed out
 * as it is, two lines stand before it: the seal, which says for how long and how many bytes follow, and the printed
 * answer, which the body then does not repeat. JSON holds no raw line feed, so the lines part without escapes.
 *
 * KV replaces a value whole and hands out one version of it, so a seal and its answer belong together. That the value
 * is whole is checked by its lengths; its letters are not, because reading each would cost what the seal saves.
 */
import * as v from 'valibot';
import type { EncodedAnswer } from '../encoded-answers.ts';

/** A printed answer that stands for its record while every word of it holds. */
export interface Seal {
  readonly answer: EncodedAnswer;
  readonly fetchedAtSeconds: number;
  readonly freshUntilSeconds: number;
  /** Until when every word of the answer holds; never later than `freshUntilSeconds`. */
  readonly trueUntilSeconds: number;
}

/** A stored record, not yet decoded by its kind. */
export interface StoredRecord {
  readonly fetchedAtSeconds: number;
  readonly body: unknown;
  /** The printed answer that holds what the body leaves out, parsed; absent where there was none. */
  readonly answer?: unknown;
}

/** A seal, and what its record keeps beside the answer. */
export interface SealedBody {
  readonly seal: Seal;
  readonly body: unknown;
}

/** Raised when the seal changes shape: a value of another version is still read as a record. */
const SEAL_VERSION = 1;
/** A seal is 200 bytes; what has no line feed so early has none. */
const MAX_SEAL_BYTES = 512;
const LINE_FEED = 10;

const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const sealSchema = v.object({
  seal: v.literal(SEAL_VERSION),
  etag: v.pipe(v.string(), v.regex(/^"[0-9a-f]{24}"$/)),
  fetched_at: finite,
  fresh_until: finite,
  true_until: finite,
  answer_bytes: count,
  record_bytes: count,
});

const envelopeSchema = v.object({ fetched_at: finite, body: v.unknown() });

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The value of a plain record. */
export function recordValue({ fetchedAtSeconds, body }: StoredRecord): string {
  return JSON.stringify({ fetched_at: fetchedAtSeconds, body });
}

/** The value of a record whose answer is printed. */
export function sealedValue({ seal, body }: SealedBody): Uint8Array {
  const { answer, fetchedAtSeconds, freshUntilSeconds, trueUntilSeconds } = seal;
  const record = encoder.encode(`\n${recordValue({ fetchedAtSeconds, body })}`);
  const head: v.InferOutput<typeof sealSchema> = {
    seal: SEAL_VERSION,
    etag: answer.etag,
    fetched_at: fetchedAtSeconds,
    fresh_until: freshUntilSeconds,
    true_until: trueUntilSeconds,
    answer_bytes: answer.bytes.length,
    record_bytes: record.length,
  };
  const first = encoder.encode(`${JSON.stringify(head)}\n`);
  const value = new Uint8Array(first.length + answer.bytes.length + record.length);
  value.set(first);
  value.set(answer.bytes, first.length);
  value.set(record, first.length + answer.bytes.length);
  return value;
}

/** The seal of a value, without reading its other lines; `null` where it has none of this version or is not whole. */
export function readSeal(value: Uint8Array): Seal | null {
  const end = value.subarray(0, MAX_SEAL_BYTES).indexOf(LINE_FEED);
  if (end === -1) return null;
  const parsed = v.safeParse(sealSchema, JSON.parse(decoder.decode(value.subarray(0, end))));
  if (!parsed.success) return null;
  const { etag, fetched_at, fresh_until, true_until, answer_bytes, record_bytes } = parsed.output;
  const answerEnd = end + 1 + answer_bytes;
  if (value.length !== answerEnd + record_bytes || value[answerEnd] !== LINE_FEED) return null;
  return {
    answer: { bytes: value.subarray(end + 1, answerEnd), etag },
    fetchedAtSeconds: fetched_at,
    freshUntilSeconds: fresh_until,
    trueUntilSeconds: true_until,
  };
}

/** The record of a value, read whole. Throws for a value that is none of ours. */
export function readRecord(value: Uint8Array): StoredRecord {
  const lines = decoder.decode(value).split('\n');
  const envelope = v.parse(envelopeSchema, JSON.parse(lines.at(-1) ?? ''));
  const record = { fetchedAtSeconds: envelope.fetched_at, body: envelope.body };
  return lines.length === 3 ? { ...record, answer: JSON.parse(lines[1] ?? '') } : record;
}
