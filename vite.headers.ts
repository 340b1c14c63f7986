/** A build's `_headers` file. Its Content-Security-Policy has the hash of every inline script and style in the pages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { documentHeaders, type Header, toHeadersFile } from './worker/http/security-headers.ts';

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
