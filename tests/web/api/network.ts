import { vi } from 'vitest';

interface Call {
  /** Path and query of the URL. */
  readonly path: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
  /** Responds with JSON. */
  readonly answer: (body: unknown, init?: ResponseInit) => void;
  /** Responds with the server's error. */
  readonly refuse: (status: number, code: string, headers?: Record<string, string>) => void;
  /** Fails as a browser does without a network. */
  readonly drop: () => void;
}

/** A network whose requests wait until the test answers them, in any order. */
export function waitingNetwork() {
  const calls: Call[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(
      (input, init) =>
        new Promise((resolve, reject) => {
          const signal = init?.signal ?? null;
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          calls.push({
            path: String(input),
            headers: new Headers(init?.headers),
            signal,
            answer: (body, options) => resolve(Response.json(body, options)),
            refuse: (status, code, headers) =>
              resolve(
                Response.json({ error: `Refused: ${code}.`, code }, { status, ...(headers && { headers }) }),
              ),
            drop: () => reject(new TypeError('Failed to fetch')),
          });
        }),
    ),
  );
  return {
    calls,
    /** Requests whose path starts with this, oldest first. */
    to: (path: string) => calls.filter((call) => call.path.startsWith(path)),
  };
}

/** A network that answers each request at once with `answer(path)`; `null` is the error for an unknown ticker. */
export function answeringNetwork(answer: (path: string) => unknown) {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (input) => {
      const path = String(input);
      asked.push(path);
      const body = answer(path);
      return body === null
        ? Response.json({ error: 'No listing was found.', code: 'unknown_symbol' }, { status: 404 })
        : Response.json(body, { headers: { etag: `"${path}"` } });
    }),
  );
  return asked;
}
