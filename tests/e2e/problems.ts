import type { BrowserContext, ConsoleMessage, Page } from 'playwright/test';

/** What goes wrong in a page without failing an assertion: console errors, exceptions, policy violations, odd requests. */
export interface Problems {
  /** Announces a problem that the test causes on purpose, such as the answer to a wrong password. */
  readonly expect: (pattern: RegExp) => void;
  /** The problems that nobody announced. */
  readonly unexpected: () => string[];
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);
/** What the browser prints for an image of a host that it cannot find; logos and news pictures live on other hosts. */
const NOT_FOUND = 'net::ERR_NAME_NOT_RESOLVED';

/**
 * Watches every page of a context. The browser knows no host but this machine (`playwright.config.ts`): images of other hosts
 * are missing, as on a machine without a network, and anything else that is asked of one is a problem.
 */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const seen: string[] = [];
  const announced: RegExp[] = [];

  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!protocol.startsWith('http') || LOCAL_HOSTS.has(hostname)) return;
    if (request.resourceType() !== 'image') seen.push(`request to another host: ${request.url()}`);
  });
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
      if (message.type() === 'error' && !isMissingImage(message)) {
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

function isMissingImage(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return message.text().includes(NOT_FOUND) && URL.canParse(url) && !LOCAL_HOSTS.has(new URL(url).hostname);
}
