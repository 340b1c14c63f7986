import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { webcrypto } from 'node:crypto';
import { readDevVars } from './local-settings.ts';
import { fromRoot } from './repository.ts';

interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates a key pair for push messages: the point and the scalar of a P-256 key, base64url (RFC 8292). */
export async function makeVapidKeys(): Promise<VapidKeys> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign']);
  const point = await webcrypto.subtle.exportKey('raw', keys.publicKey);
  const { d = '' } = await webcrypto.subtle.exportKey('jwk', keys.privateKey);
  return { publicKey: Buffer.from(point).toString('base64url'), privateKey: d };
}

/** Where the local app keeps its key pair. With another pair every browser would have to subscribe again. */
const FILE = fromRoot('.wrangler/vapid-keys.json');

/** The local app's Worker variables for push: its own key pair, unless `.dev.vars` has one. */
export async function localPushVars(): Promise<Readonly<Record<string, string>>> {
  if (readDevVars()['VAPID_PUBLIC_KEY']) return {};
  if (!existsSync(FILE)) {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(await makeVapidKeys()));
  }
  const { publicKey, privateKey } = JSON.parse(readFileSync(FILE, 'utf8')) as VapidKeys;
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:developer@candor.localhost',
  };
}
