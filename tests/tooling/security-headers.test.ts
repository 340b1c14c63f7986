import { describe, expect, test } from 'vitest';
import { apiHeaders } from '#worker/http/security-headers.ts';
import { documentHeaders, toHeadersFile } from '../../vite.headers.ts';

const production = {
  scriptHashes: ['sha256-abc='],
  authDomain: 'candor.firebaseapp.com',
  emulatorOrigin: null,
};
const valueOf = (headers: readonly (readonly [string, string])[], name: string) =>
  headers.find(([header]) => header === name)?.[1];
const directive = (policy: typeof production | Parameters<typeof documentHeaders>[0], name: string) =>
  valueOf(documentHeaders(policy), 'Content-Security-Policy')
    ?.split('; ')
    .find((part) => part === name || part.startsWith(`${name} `));

describe('the page of a production build', () => {
  test('runs only its own scripts, the hashed theme script and the Google sign-in client', () => {
    expect(directive(production, 'script-src')).toBe(
      "script-src 'self' 'sha256-abc=' https://apis.google.com",
    );
    expect(directive(production, 'default-src')).toBe("default-src 'none'");
  });
  test('calls the two Firebase services and frames the auth domain', () => {
    expect(directive(production, 'connect-src')).toBe(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
    expect(directive(production, 'frame-src')).toBe('frame-src https://candor.firebaseapp.com');
  });
  test('requires TLS', () => {
    expect(directive(production, 'upgrade-insecure-requests')).toBe('upgrade-insecure-requests');
    expect(valueOf(documentHeaders(production), 'Strict-Transport-Security')).toBe('max-age=63072000');
  });
  test('includes subdomains and asks for preload lists only if the deployer sets it', () => {
    expect(
      valueOf(documentHeaders({ ...production, isHstsPreloaded: true }), 'Strict-Transport-Security'),
    ).toBe('max-age=63072000; includeSubDomains; preload');
  });
  test('lets the opener keep its handle on the sign-in popup', () => {
    expect(valueOf(documentHeaders(production), 'Cross-Origin-Opener-Policy')).toBe(
      'same-origin-allow-popups',
    );
  });
  test('frames nothing without an auth domain', () => {
    expect(directive({ ...production, authDomain: null }, 'frame-src')).toBe("frame-src 'none'");
  });
});

describe('the page of a local build with the Auth emulator', () => {
  const local = { ...production, emulatorOrigin: 'http://127.0.0.1:9099' };
  test('may call and frame the emulator, but runs no script from it', () => {
    expect(directive(local, 'connect-src')).toContain(' http://127.0.0.1:9099');
    expect(directive(local, 'frame-src')).toContain(' http://127.0.0.1:9099');
    expect(directive(local, 'script-src')).toBe(directive(production, 'script-src'));
  });
  test('does not require TLS', () => {
    expect(directive(local, 'upgrade-insecure-requests')).toBeUndefined();
    expect(valueOf(documentHeaders(local), 'Strict-Transport-Security')).toBeUndefined();
  });
});

test('a logo origin is listed only if https: does not cover it', () => {
  expect(directive({ ...production, logoOrigin: 'https://logos.test' }, 'img-src')).toBe(
    "img-src 'self' https: data:",
  );
  expect(directive({ ...production, logoOrigin: 'http://127.0.0.1:9' }, 'img-src')).toBe(
    "img-src 'self' https: data: http://127.0.0.1:9",
  );
});

test('an API response can neither run nor frame anything', () => {
  expect(valueOf(apiHeaders(), 'Content-Security-Policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(valueOf(apiHeaders(), 'X-Content-Type-Options')).toBe('nosniff');
});

test('the _headers file has every header for every path and caches hashed assets for a year', () => {
  const headers = documentHeaders(production);
  const lines = toHeadersFile(headers).split('\n');
  expect(lines[0]).toBe('/*');
  expect(lines.slice(1, headers.length + 1)).toEqual(headers.map(([name, value]) => `  ${name}: ${value}`));
  expect(lines.slice(headers.length + 1)).toEqual([
    ...['/shell/*', '/compare', '/forecasts', '/workbench'].flatMap((path) => [
      path,
      '  X-Robots-Tag: nosnippet, noarchive',
    ]),
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    '/api/openapi.json',
    '  ! Content-Security-Policy',
    `  Content-Security-Policy: ${valueOf(apiHeaders(), 'Content-Security-Policy')}`,
    '  Access-Control-Allow-Origin: *',
    '  Cache-Control: public, max-age=300',
    '',
  ]);
});

test('a header line that Cloudflare would drop is refused', () => {
  expect(toHeadersFile([['A', 'x'.repeat(1995)]])).toContain('A: x');
  expect(() => toHeadersFile([['A', 'x'.repeat(1996)]])).toThrow(RangeError);
});
