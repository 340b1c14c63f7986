/** Security headers of the page and the API, by OWASP ASVS 5.0 section 3.4 and the MDN Observatory's scoring. */

export type Header = [name: string, value: string];

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

/** Two years, as preload lists require. Subdomains, which may belong to others, are included only on request. */
export function strictTransport(isPreloaded: boolean): Header {
  return [
    'Strict-Transport-Security',
    `max-age=63072000${isPreloaded ? '; includeSubDomains; preload' : ''}`,
  ];
}

const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

const COMMON: readonly Header[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  // `same-origin` would cut the opener off from the Google sign-in popup.
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  // `no-referrer` would defeat the referrer limits on the Firebase key.
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
  ['Origin-Agent-Cluster', '?1'],
];

const FIREBASE_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Cloudflare ignores longer lines in `_headers` (developers.cloudflare.com/workers/static-assets/headers). */
const MAX_LINE_CHARACTERS = 2000;

/** Headers of the page and its assets. A build with an emulator is local, so it is served without TLS. */
export function documentHeaders(policy: DocumentPolicy): readonly Header[] {
  const local = policy.emulatorOrigin !== null;
  const headers: Header[] = [['Content-Security-Policy', contentSecurityPolicy(policy)], ...COMMON];
  return local ? headers : [...headers, strictTransport(policy.isHstsPreloaded === true)];
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Headers of every `/api/*` response, which is never rendered as a document. */
export function apiHeaders(): readonly Header[] {
  return [['Content-Security-Policy', API_POLICY], ...COMMON, strictTransport(false)];
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

/** The text of a Cloudflare `_headers` file. Throws `RangeError` for a line that Cloudflare would drop. */
export function toHeadersFile(headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${value}`);
  const tooLong = lines.find((line) => line.length > MAX_LINE_CHARACTERS);
  if (tooLong !== undefined) throw new RangeError(`header line too long: ${tooLong.slice(0, 40)}…`);
  return ['/*', ...lines, OTHER_RULES].join('\n');
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
