/** Security headers of the page and the API, by OWASP ASVS 5.0 section 3.4 and the MDN Observatory's scoring. */

export type Header = [name: string, value: string];

interface DocumentPolicy {
  /** `sha256-…` of every inline script in the page. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes?: readonly string[];
  /** Firebase auth domain (host only), whose helper frame finishes a Google sign-in; `null` when not configured. */
  readonly authDomain: string | null;
  /** Origin of the local Auth emulator; `null` in a build for production. */
  readonly emulatorOrigin: string | null;
  /** Origin of company logos; only needed when it is not https. */
  readonly logoOrigin?: string | null;
  /** Further origins that the page may call (another API base, a token sync address). */
  readonly connectOrigins?: readonly string[];
  /** Whether the domain and all below it ask to be in browsers' preload lists, which is hard to take back. */
  readonly isHstsPreloaded?: boolean;
}

/** Two years, as preload lists ask for. All subdomains, which may be others', are bound only where the deployer wants it. */
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

/** Cloudflare ignores a longer line in `_headers` (developers.cloudflare.com/workers/static-assets/headers). */
const MAX_LINE_CHARACTERS = 2000;

/** Headers of the page and its assets. A build with an emulator is a local one: it is served without TLS. */
export function documentHeaders(policy: DocumentPolicy): readonly Header[] {
  const local = policy.emulatorOrigin !== null;
  const headers: Header[] = [['Content-Security-Policy', contentSecurityPolicy(policy)], ...COMMON];
  return local ? headers : [...headers, strictTransport(policy.isHstsPreloaded === true)];
}

/** Headers of every `/api/*` response: data that is never rendered as a document. */
export function apiHeaders(): readonly Header[] {
  return [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ...COMMON,
    strictTransport(false),
  ];
}

/** The text of a Cloudflare `_headers` file. Throws `RangeError` for a line that Cloudflare would drop. */
export function toHeadersFile(headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${value}`);
  const tooLong = lines.find((line) => line.length > MAX_LINE_CHARACTERS);
  if (tooLong !== undefined) throw new RangeError(`header line too long: ${tooLong.slice(0, 40)}…`);
  return ['/*', ...lines, '/assets/*', '  Cache-Control: public, max-age=31536000, immutable', ''].join('\n');
}

function contentSecurityPolicy(policy: DocumentPolicy): string {
  const emulator = policy.emulatorOrigin === null ? [] : [policy.emulatorOrigin];
  const authFrame = policy.authDomain === null ? [] : [`https://${policy.authDomain}`];
  const frames = [...authFrame, ...emulator];
  const logo = policy.logoOrigin?.startsWith('http:') ? [policy.logoOrigin] : [];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    [
      'script-src',
      "'self'",
      ...policy.scriptHashes.map((hash) => `'${hash}'`),
      // Firebase's popup sign-in loads its frame client from here.
      'https://apis.google.com',
    ],
    ['style-src', "'self'", ...(policy.styleHashes ?? []).map((hash) => `'${hash}'`)],
    ['img-src', "'self'", 'https:', 'data:', ...logo],
    ['font-src', "'self'"],
    [
      'connect-src',
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
      ...(policy.connectOrigins ?? []),
    ],
    ['frame-src', ...(frames.length === 0 ? ["'none'"] : frames)],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
  ];
  if (policy.emulatorOrigin === null) directives.push(['upgrade-insecure-requests']);
  return directives.map((directive) => directive.join(' ')).join('; ');
}
