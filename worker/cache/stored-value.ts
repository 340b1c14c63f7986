/**
 * One KV value. A record is one line of JSON, `{"fetched_at":…,"body":…}`. Where its answer can be handed out as it is,
 * the value has three lines, each ended by a line feed: the seal, which says for how long; the printed answer; and the
 * record, whose body then leaves out what the answer holds. JSON has no raw line feed, so lines part without escapes.
 *
 * KV replaces a value whole and hands out one version of it, so a seal and its answer belong together. That the value
 * is whole is seen from where its lines end; the letters in them are not checked, because reading each would cost
 * what the seal saves.
 */
import * as v from 'valibot';
import type { EncodedAnswer } from '../encoded-answers.ts';

/** A printed answer that stands for its record while every word of it holds. */
export interface Seal extends EncodedAnswer {
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

const LINE_FEED = 10;

const finite = v.pipe(v.number(), v.finite());

const sealSchema = v.object({
  /** Raised when the seal changes shape: a value of another version is still read as a record. */
  seal: v.literal(1),
  etag: v.pipe(v.string(), v.regex(/^"\w+"$/)),
  answerBytes: finite,
  fetchedAtSeconds: finite,
  freshUntilSeconds: finite,
  trueUntilSeconds: finite,
});

const envelopeSchema = v.object({ fetched_at: finite, body: v.unknown() });

const decoder = new TextDecoder();

/** The value of a plain record. */
export function recordValue({ fetchedAtSeconds, body }: StoredRecord): string {
  return JSON.stringify({ fetched_at: fetchedAtSeconds, body });
}

/** The value of a record whose answer is printed. */
export function sealedValue({ seal, body }: SealedBody): string {
  const { bytes, ...facts } = seal;
  const head: v.InferOutput<typeof sealSchema> = { seal: 1, ...facts, answerBytes: bytes.length };
  const record = recordValue({ ...seal, body });
  return `${JSON.stringify(head)}\n${decoder.decode(bytes)}\n${record}\n`;
}

/** The seal of a value, without reading its other lines; `null` where it has none of this version or is not whole. */
export function readSeal(value: Uint8Array): Seal | null {
  const start = value.indexOf(LINE_FEED) + 1;
  if (start === 0) return null;
  const head = v.safeParse(sealSchema, JSON.parse(decoder.decode(value.subarray(0, start))));
  if (!head.success) return null;
  const { answerBytes, ...facts } = head.output;
  const end = start + answerBytes;
  // The line feed before the last one ends the answer.
  const isWhole = value.at(-1) === LINE_FEED && value.lastIndexOf(LINE_FEED, -2) === end;
  return isWhole ? { ...facts, bytes: value.subarray(start, end) } : null;
}

/** The record of a value, read whole. Throws for a value that is none of ours. */
export function readRecord(value: Uint8Array): StoredRecord {
  const [first = '', answer, record] = decoder.decode(value).split('\n');
  const { fetched_at: fetchedAtSeconds, body } = v.parse(envelopeSchema, JSON.parse(record ?? first));
  return { fetchedAtSeconds, body, answer: record && JSON.parse(answer ?? '') };
}
