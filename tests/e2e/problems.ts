import type { BrowserContext, ConsoleMessage, Page } from 'playwright/test';

/** What goes wrong in a page without failing an assertion: console errors, exceptions, policy violations, odd requests. */
export interface Problems {
  /** Announces a problem that the test causes on purpose, such as the answer to a wrong password. */
  readonly expect: (pattern: RegExp) => void;
  /** The problems that nobody announced. */
  readonly unexpected: () => string[];
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);
/** What the browser prints for an image that we cut off; logos and news pictures live on other hosts. */
const CUT_OFF = 'net::ERR_BLOCKED_BY_CLIENT';

/**
 * Watches every page of a context. Requests to other hosts never leave: images are cut off, as on a machine without a
 * network, and anything else is a problem.
 */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const seen: string[] = [];
  const announced: RegExp[] = [];

  await context.route(
    (url) => url.protocol.startsWith('http') && !LOCAL_HOSTS.has(url.hostname),
    async (route) => {
      const request = route.request();
      if (request.resourceType() !== 'image') seen.push(`request to another host: ${request.url()}`);
      await route.abort('blockedbyclient');
    },
  );
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) => {
    seen.push(`policy violation: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportPolicyViolation: (text: string) => void })
        .reportPolicyViolation;
      report(`${event.effectiveDirective} refused ${event.blockedURI}`);
    });
  });
  const watch = (page: Page) => {
    page.on('pageerror', (error) => seen.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isCutOffImage(message)) {
        seen.push(`console: ${message.text()} (${message.location().url})`);
      }
    });
  };
  context.pages().forEach(watch);
  context.on('page', watch);

  return {
    expect: (pattern) => announced.push(pattern),
    unexpected: () => seen.filter((problem) => !announced.some((pattern) => pattern.test(problem))),
  };
}

function isCutOffImage(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return message.text().includes(CUT_OFF) && URL.canParse(url) && !LOCAL_HOSTS.has(new URL(url).hostname);
}
