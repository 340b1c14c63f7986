/** One page in a Firefox of this system, found and used as a person does: by role and name, with mouse and keyboard. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBidiSession, type BidiSession } from './bidi.ts';

const WAIT_MS = 15_000;
const POLL_MS = 100;
const START_MS = 60_000;
const POLICY_MARK = 'candor-policy-violation';

/** No update, no telemetry, no first-run page: nothing of the browser's own on the network. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.server': 'data:,',
};

/** `null` for what has no role, such as a password field. */
type Role = string | null;

export interface FirefoxPage {
  readonly version: string;
  /** Console errors, exceptions and policy violations so far. */
  readonly problems: readonly string[];
  open(url: string): Promise<void>;
  /** Waits until an element of this role and accessible name is there. */
  see(role: Role, name: string): Promise<void>;
  /** See, then press the mouse on it. */
  click(role: Role, name: string): Promise<void>;
  /** Click into a field, then type in place of what it holds. */
  fill(role: Role, name: string, text: string): Promise<void>;
  /** See, focus it, press a key. */
  press(role: Role, name: string, key: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A node as commands take it; found nodes hold more. */
interface SharedNode {
  readonly sharedId: string;
}

/** Starts the browser without a window, 1440 by 900. Rejects when it does not come up. */
export async function openFirefox(path: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), 'candor-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  // Should we crash, nobody else would end it.
  process.once('exit', () => browser.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const stop = async () => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    return await pageOf(await listeningUrl(browser.stderr), stop);
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function listeningUrl(output: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START_MS);
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

async function pageOf(url: string, stop: () => Promise<void>): Promise<FirefoxPage> {
  const problems: string[] = [];
  const session = await openBidiSession(url, (method, params) => {
    if (method !== 'log.entryAdded') return;
    const { level, text } = params as { level: string; text: string | null };
    if (level === 'error') problems.push(text ?? 'an error without words');
  });
  const { contexts } = (await session.send('browsingContext.getTree')) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  await session.send('session.subscribe', { events: ['log.entryAdded'] });
  await session.send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
  await session.send('script.addPreloadScript', {
    functionDeclaration: `() => document.addEventListener('securitypolicyviolation', (event) =>
      console.error('${POLICY_MARK}', event.effectiveDirective, event.blockedURI))`,
  });
  return page({ session, context, problems, stop, version: await versionOf(session, context) });
}

async function versionOf(session: BidiSession, context: string | undefined): Promise<string> {
  const agent = await evaluated(session, context, 'navigator.userAgent');
  return /Firefox\/[\d.]+/.exec(String(agent))?.[0] ?? String(agent);
}

interface Opened {
  readonly session: BidiSession;
  readonly context: string | undefined;
  readonly problems: readonly string[];
  readonly stop: () => Promise<void>;
  readonly version: string;
}

function page({ session, context, problems, stop, version }: Opened): FirefoxPage {
  const find = async (role: Role, name: string): Promise<SharedNode> => {
    const locator = { type: 'accessibility', value: role === null ? { name } : { role, name } };
    const { sharedId } = await polled(`${role ?? 'element'} "${name}"`, async () => {
      const { nodes } = (await session.send('browsingContext.locateNodes', { context, locator })) as {
        nodes: SharedNode[];
      };
      return nodes[0] ?? null;
    });
    return { sharedId };
  };
  const onNode = async (node: SharedNode, functionDeclaration: string) =>
    session.send('script.callFunction', {
      functionDeclaration,
      arguments: [node],
      target: { context },
      awaitPromise: false,
      userActivation: true,
    });
  const keys = async (values: readonly string[]) =>
    session.send('input.performActions', {
      context,
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: values.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  const click = async (role: Role, name: string) => {
    const node = await find(role, name);
    await onNode(node, `(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })`);
    await session.send('input.performActions', {
      context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: node } },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  };
  const evaluate = async (expression: string) => evaluated(session, context, expression);
  return {
    version,
    problems,
    open: async (url) => {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    see: async (role, name) => {
      await find(role, name);
    },
    click,
    fill: async (role, name, text) => {
      await click(role, name);
      await onNode(await find(role, name), '(element) => element.select()');
      await keys([...text]);
    },
    press: async (role, name, key) => {
      await onNode(await find(role, name), '(element) => element.focus()');
      await keys([key]);
    },
    evaluate: async <T>(expression: string) => (await evaluate(expression)) as T,
    until: async (expression) => {
      await polled(expression, async () => ((await evaluate(expression)) === true ? true : null));
    },
    screenshot: async (path) => {
      const { data } = (await session.send('browsingContext.captureScreenshot', { context })) as {
        data: string;
      };
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, Buffer.from(data, 'base64'));
    },
    close: async () => {
      session.close();
      await stop();
    },
  };
}

/** A number, a string or a boolean from the page. */
async function evaluated(
  session: BidiSession,
  context: string | undefined,
  expression: string,
): Promise<unknown> {
  const outcome = (await session.send('script.evaluate', {
    expression,
    target: { context },
    awaitPromise: true,
  })) as
    | { readonly type: 'success'; readonly result: { readonly value?: unknown } }
    | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };
  if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
  return outcome.result.value;
}

async function polled<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const endMs = Date.now() + WAIT_MS;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- polls
    const found = await look().catch((cause: unknown) => {
      // A page that is being left has no realm for a moment.
      if (Date.now() > endMs) throw cause;
      return null;
    });
    if (found !== null) return found;
    if (Date.now() > endMs) throw new Error(`Not there after ${WAIT_MS / 1000} s: ${what}`);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(POLL_MS);
  }
}
