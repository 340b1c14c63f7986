/** Bytes asked for at a time. The runtime's default of 4 KiB makes reading a long body take longer than parsing it. */
const CHUNK_BYTES = 64 * 1024;

/** The body of a request or a response as text, or `null` when it has more bytes than allowed; the rest is then not read. */
export async function readBody({ body }: Request | Response, maxBytes: number): Promise<string | null> {
  if (body === null) return '';
  const reader = body.getReader({ mode: 'byob' });
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // It does not matter whether the rest can be cancelled.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
    buffer = value.buffer;
  }
}

/** Parsed JSON, or `null` for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
