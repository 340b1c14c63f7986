import { sha256Hex } from './sha256.ts';

/** An answer's body as it goes out, with the strong validator of exactly these bytes (RFC 9110 section 8.8). */
export interface EncodedAnswer {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** A specified stock answer of five years is 300 KB, one of columns 30 KB; an isolate has 128 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Prints a body once. */
export async function encodeAnswer(body: unknown): Promise<EncodedAnswer> {
  return encodeText(JSON.stringify(body));
}

/** An answer that is printed already. */
export async function encodeText(text: string): Promise<EncodedAnswer> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: `"${(await sha256Hex(bytes)).slice(0, 24)}"` };
}

/** What an answer was made from: the same records, by identity, and the same facts, until one of them changes by itself. */
export interface Origin {
  readonly madeFrom: readonly unknown[];
  readonly untilSeconds: number;
}

interface Kept extends Origin {
  readonly answer: EncodedAnswer;
}

/**
 * Printed answers of this isolate, so that a hit neither parses nor prints. An answer counts for its origin only. Holds
 * 16 MiB of bytes; the least recently used go first.
 */
export class EncodedAnswers {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  get(key: string, madeFrom: readonly unknown[], nowSeconds: number): EncodedAnswer | null {
    const kept = this.#kept.get(key);
    if (kept === undefined || nowSeconds >= kept.untilSeconds) return null;
    if (!kept.madeFrom.every((part, index) => part === madeFrom[index])) return null;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.answer;
  }

  set(key: string, origin: Origin, answer: EncodedAnswer): void {
    this.#drop(key);
    this.#kept.set(key, { ...origin, answer });
    this.#bytes += answer.bytes.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.answer.bytes.byteLength ?? 0;
    this.#kept.delete(key);
  }
}
