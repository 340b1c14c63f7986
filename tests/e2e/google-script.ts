import type { BrowserContext } from 'playwright/test';

/** The script through which the SDK talks to the identity service's frame. */
const GOOGLE_SCRIPT = 'https://apis.google.com/js/api.js*';

/**
 * Serves a stand-in for Google's frame script that only passes messages between page and frame. SDK, frame, popup and
 * account chooser are the emulator's real ones.
 */
export async function serveGoogleScript(context: BrowserContext): Promise<void> {
  await context.route(GOOGLE_SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }),
  );
}

/** Runs in the page and in the frame. Must be self-contained, because it is sent as text. */
function standIn(): void {
  type Message = { gapi: 'call' | 'answer'; id: string; name: string; data: unknown };
  type Handler = (data: unknown) => unknown;

  function connect(peer: Window) {
    const handlers = new Map<string, Handler>();
    const callbacks = new Map<string, (answers: unknown[]) => void>();
    let waiting: Message[] = [];
    const handle = (message: Message) => {
      const handler = handlers.get(message.name);
      if (!handler) {
        waiting.push(message);
        return;
      }
      peer.postMessage(
        { gapi: 'answer', id: message.id, name: message.name, data: handler(message.data) },
        '*',
      );
    };
    addEventListener('message', ({ source, data }: MessageEvent<Partial<Message> | null>) => {
      if (source !== peer || data?.gapi === undefined) return;
      if (data.gapi === 'call') {
        handle(data as Message);
        return;
      }
      try {
        callbacks.get(data.id ?? '')?.([data.data]);
      } catch {
        // The SDK always throws at the end of one of its callbacks. The real script ignores that too.
      }
    });
    return {
      register(name: string, handler: Handler) {
        handlers.set(name, handler);
        const messages = waiting;
        waiting = [];
        for (const message of messages) handle(message);
      },
      send(name: string, data: unknown, callback: (answers: unknown[]) => void) {
        const id = `${name}-${Math.random()}`;
        callbacks.set(id, callback);
        peer.postMessage({ gapi: 'call', id, name, data }, '*');
      },
      restyle: async () => undefined,
    };
  }

  const context = {
    open(
      { where, url }: { where: HTMLElement; url: string },
      ready: (frame: object) => Promise<unknown>,
    ): Promise<unknown> {
      const element = document.createElement('iframe');
      element.src = url;
      element.hidden = true;
      const loaded = new Promise<void>((resolve) => {
        element.addEventListener('load', () => resolve(), { once: true });
      });
      where.append(element);
      if (!element.contentWindow) throw new Error('The frame has no window.');
      const ping = (answered: () => void) => loaded.then(answered);
      return ready({ ...connect(element.contentWindow), ping });
    },
    getParentIframe: () => connect(window.parent),
  };
  const gapi = {
    load: (_features: string, { callback }: { callback: () => void }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: Object, getContext: () => context },
  };
  Object.assign(window, { gapi });

  const script = document.currentScript as HTMLScriptElement;
  // The page names its callback in the URL; the frame has a fixed one.
  const callbackName = new URL(script.src).searchParams.get('onload') ?? 'gapi_onload';
  (window as unknown as Record<string, () => void>)[callbackName]?.();
}
