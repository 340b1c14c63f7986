/** WebDriver BiDi over a WebSocket: https://w3c.github.io/webdriver-bidi. Playwright drives only a Firefox of its own. */

type Params = Readonly<Record<string, unknown>>;

export interface BidiSession {
  /** Sends one command. Rejects with the browser's words. */
  send(method: string, params?: Params): Promise<unknown>;
  close(): void;
}

type Message =
  | { readonly type: 'success'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }
  | { readonly type: 'event'; readonly method: string; readonly params: unknown };

/** Opens a session on a listening browser; `onEvent` gets what was subscribed to. */
export async function openBidiSession(
  url: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<BidiSession> {
  const socket = new WebSocket(`${url}/session`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No BiDi session on ${url}.`)), { once: true });
  });
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (cause: Error) => void }>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') {
      onEvent(message.method, message.params);
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser closed the connection.'));
  });
  const session: BidiSession = {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: () => socket.close(),
  };
  await session.send('session.new', { capabilities: {} });
  return session;
}
