import type { BrowserContext, ConsoleMessage, Page } from 'playwright/test';

/** Problems that fail no assertion: console errors, exceptions, policy violations and unexpected requests. */
export interface Problems {
  /** Expects a problem that the test causes on purpose, such as the response to a wrong password. */
  readonly expect: (pattern: RegExp) => void;
  /** Problems that the test did not expect. */
  readonly unexpected: () => string[];
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);
/** The browser's message for an image on an unknown host. Logos and news images are on other hosts. */
const NOT_FOUND = 'net::ERR_NAME_NOT_RESOLVED';

/**
 * Watches every page of a context. The browser can reach no host but this machine (`playwright.config.ts`): images on other
 * hosts are missing, as without a network, and any other request to them is a problem.
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
