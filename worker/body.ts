import { withDeadline } from './resilience/single-flight.ts';

/** Bytes per read. With the runtime's default of 4 KiB, reading a long body takes longer than parsing it. */
const CHUNK_BYTES = 64 * 1024;

/** Reads a request's or response's body; `null` once it exceeds `maxBytes`, without reading the rest. */
export async function readBytes({ body }: Request | Response, maxBytes: number): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader({ mode: 'byob' });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // A failure to cancel the rest does not matter.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(value.slice());
    buffer = value.buffer;
  }
}

/** The same as text. */
export async function readBody(message: Request | Response, maxBytes: number): Promise<string | null> {
  const bytes = await readBytes(message, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

/** Headers and text of a 2xx response; `null` for any other, and if it is too late or too long. Never rejects. */
export async function fetchText(
  url: string,
  headers: Readonly<Record<string, string>>,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<{ readonly headers: Headers; readonly text: string } | null> {
  return withDeadline(timeoutMs, async (signal) => {
    try {
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const text = response.ok ? await readBody(response, maxBytes) : null;
      return text === null ? null : { headers: response.headers, text };
    } catch {
      return null;
    }
  });
}

/** Parses JSON; `null` for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** SHA-256 of bytes, or of a text in UTF-8, as lower-case hexadecimal. */
export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
