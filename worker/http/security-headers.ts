/**
 * Security headers, by OWASP ASVS 5.0 section 3.4 and the MDN Observatory's scoring. `vite.headers.ts` adds the pages' own.
 */

export type Header = [name: string, value: string];

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

export const COMMON_HEADERS: readonly Header[] = [
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

export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Headers of every `/api/*` response, which is never rendered as a document. */
export function apiHeaders(): readonly Header[] {
  return [['Content-Security-Policy', API_POLICY], ...COMMON_HEADERS, strictTransport(false)];
}
