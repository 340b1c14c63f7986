/** A build's `_headers` file. Its Content-Security-Policy has the hash of every inline script and style in the pages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { API_POLICY, COMMON_HEADERS, strictTransport, type Header } from './worker/http/security-headers.ts';

/** The headers of the pages built into `folder` with these settings (`VITE_…`, `HSTS_PRELOAD`). */
export function builtPageHeaders(
  folder: string,
  settings: Readonly<Record<string, string>>,
): readonly Header[] {
  const pages = ['', 'shell'].flatMap((part) =>
    readdirSync(resolve(folder, part))
      .filter((name) => name.endsWith('.html'))
      .map((name) => readFileSync(resolve(folder, part, name), 'utf8')),
  );
  return documentHeaders({
    scriptHashes: hashesOf(pages, /<script>([\s\S]*?)<\/script>/g),
    styleHashes: hashesOf(pages, /<style>([\s\S]*?)<\/style>/g),
    authDomain: settings['VITE_FIREBASE_AUTH_DOMAIN'] || null,
    emulatorOrigin: origin(settings['VITE_FIREBASE_AUTH_EMULATOR']),
    logoOrigin: origin(settings['VITE_LOGO_URL_TEMPLATE']),
    isHstsPreloaded: settings['HSTS_PRELOAD'] === 'true',
    connectOrigins: ['VITE_API_BASE_URL', 'VITE_TOKEN_SYNC_URL'].flatMap(
      (name) => origin(settings[name]) ?? [],
    ),
  });
}

/** The distinct hashes of the inline elements that the pattern finds in the pages. */
function hashesOf(pages: readonly string[], element: RegExp): readonly string[] {
  const texts = pages.flatMap((html) => [...html.matchAll(element)].map(([, text = '']) => text));
  return [...new Set(texts)].map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}

/** Writes `_headers` beside the built pages. */
export function securityHeaders(settings: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'candor:security-headers',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }) {
      writeFileSync(resolve(dir, '_headers'), toHeadersFile(builtPageHeaders(dir, settings)));
    },
  };
}

/** The origin of a URL setting; `null` if it is absent or relative. Throws if it is malformed. */
function origin(address: string | undefined): string | null {
  return address?.startsWith('http') ? new URL(address).origin : null;
}

interface DocumentPolicy {
  /** `sha256-…` of each inline script in the page. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes?: readonly string[];
  /** Firebase auth domain (host only), whose helper frame completes a Google sign-in; `null` if not configured. */
  readonly authDomain: string | null;
  /** Origin of the local Auth emulator; `null` in production builds. */
  readonly emulatorOrigin: string | null;
  /** Origin of company logos; needed only if it is not https. */
  readonly logoOrigin?: string | null;
  /** Further origins that the page may call (another API base, a token sync address). */
  readonly connectOrigins?: readonly string[];
  /** Whether to ask for this domain and its subdomains to be on browsers' preload lists, which is hard to undo. */
  readonly isHstsPreloaded?: boolean;
}

const FIREBASE_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Cloudflare ignores longer lines in `_headers` (developers.cloudflare.com/workers/static-assets/headers). */
const MAX_LINE_CHARACTERS = 2000;

/** Headers of the page and its assets. A build with an emulator is local, so it is served without TLS. */
export function documentHeaders(policy: DocumentPolicy): readonly Header[] {
  const local = policy.emulatorOrigin !== null;
  const headers: Header[] = [['Content-Security-Policy', contentSecurityPolicy(policy)], ...COMMON_HEADERS];
  return local ? headers : [...headers, strictTransport(policy.isHstsPreloaded === true)];
}

/** Rules of `_headers` besides the page's own. `!` removes what an earlier rule has set. Other sites may read the API's description. */
const OTHER_RULES = `/assets/*
  Cache-Control: public, max-age=31536000, immutable
/api/openapi.json
  ! Content-Security-Policy
  Content-Security-Policy: ${API_POLICY}
  Access-Control-Allow-Origin: *
  Cache-Control: public, max-age=300
`;

/** Sources' terms forbid to pass prices on, and a quoted sample price would look real: search engines may only list these pages. */
const PRICE_RULES = ['/shell/*', '/compare', '/forecasts', '/workbench']
  .map((path) => `${path}\n  X-Robots-Tag: nosnippet, noarchive\n`)
  .join('');

/** The text of a Cloudflare `_headers` file. Throws `RangeError` for a line that Cloudflare would drop. */
export function toHeadersFile(headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${value}`);
  const tooLong = lines.find((line) => line.length > MAX_LINE_CHARACTERS);
  if (tooLong !== undefined) throw new RangeError(`header line too long: ${tooLong.slice(0, 40)}…`);
  return ['/*', ...lines, PRICE_RULES + OTHER_RULES].join('\n');
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);

function contentSecurityPolicy(policy: DocumentPolicy): string {
  const { authDomain, emulatorOrigin, scriptHashes, styleHashes = [], connectOrigins = [] } = policy;
  const emulator = emulatorOrigin ?? [];
  const frames = [authDomain === null ? [] : `https://${authDomain}`, emulator].flat();
  const logo = policy.logoOrigin?.startsWith('http:') ? policy.logoOrigin : [];
  const directives: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
    'default-src': ["'none'"],
    // Firebase's popup sign-in loads its frame client from there.
    'script-src': ["'self'", quoted(scriptHashes), 'https://apis.google.com'],
    'style-src': ["'self'", quoted(styleHashes)],
    'img-src': ["'self'", 'https:', 'data:', logo],
    'font-src': ["'self'"],
    'connect-src': ["'self'", FIREBASE_SERVICES, emulator, connectOrigins],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    ...(emulatorOrigin === null && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, sources].flat(2).join(' '))
    .join('; ');
}
