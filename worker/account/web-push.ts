/** Web Push: messages that only the browser can read (RFC 8291, RFC 8188), signed with the sender's key (VAPID, RFC 8292). */
import type { Notice } from '#compute';
import type { ItemValue } from '../contract/contract.ts';
import { base64url, SignJWT } from 'jose';
import { sha256Hex } from '../body.ts';
import type { Config } from '../config.ts';
import { retryAfterSeconds } from '../providers/upstream.ts';
import { withDeadline } from '../resilience/single-flight.ts';

/** A browser's push subscription. Keys are base64url. */
export type PushTarget = ItemValue<'push'>;

export type PushSettings = Pick<
  Config,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUSH_ALLOWED_HOSTS'
>;

type Bytes = Uint8Array<ArrayBuffer>;

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;
const RECORD_BYTES = 4096;

/** Encrypts a message of up to about 4,000 bytes for a browser, as one `aes128gcm` record. Tests pass the RFC's own `drawn`. */
export async function encrypted(
  message: string,
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  drawn?: { readonly salt: Bytes; readonly keys: CryptoKeyPair },
): Promise<Bytes> {
  const { salt, keys } = drawn ?? {
    salt: crypto.getRandomValues(new Uint8Array(16)),
    keys: (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair,
  };
  const receiver = decoded(p256dh);
  const sender = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer);
  const receiverKey = await crypto.subtle.importKey('raw', receiver, P256, false, []);
  // The runtime's types name the field `$public`; WebCrypto does not.
  const agreement = { name: 'ECDH', public: receiverKey } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, keys.privateKey, 256));
  const secret = await hkdf(decoded(auth), shared, await joined('WebPush: info\0', receiver, sender), 32);
  const keyBytes = await hkdf(salt, secret, await joined('Content-Encoding: aes128gcm\0'), 16);
  const key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  const iv = await hkdf(salt, secret, await joined('Content-Encoding: nonce\0'), 12);
  // 2 marks the last record. There is no padding.
  const record = await joined(message, new Uint8Array([2]));
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, record);
  const head = new Uint8Array(21);
  head.set(salt);
  new DataView(head.buffer).setUint32(16, RECORD_BYTES);
  head[20] = sender.length;
  return joined(head, sender, new Uint8Array(text));
}

async function hkdf(salt: Bytes, secret: Bytes, info: Bytes, bytes: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, bytes * 8));
}

const TOKEN_SECONDS = 12 * 3600;

/** The `Authorization` header for a push service. Rejects if the two keys are not a pair. */
export async function vapidHeader(
  settings: Omit<PushSettings, 'PUSH_ALLOWED_HOSTS'>,
  origin: string,
  nowSeconds: number,
): Promise<string> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: d, VAPID_SUBJECT: sub } = settings;
  const point = decoded(publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => base64url.encode(part));
  // WebCrypto refuses to import keys that are no pair. Push services would end the subscription for their token.
  const token = await new SignJWT({ aud: origin, sub, exp: nowSeconds + TOKEN_SECONDS })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d });
  return `vapid t=${token}, k=${publicKey}`;
}

/** `ended`: the subscription no longer works. `refused`: the service rejected this message. `misconfigured`: our keys are no pair. */
export type PushOutcome =
  | 'sent'
  | 'ended'
  | 'refused'
  | 'misconfigured'
  | { readonly retryAfterSeconds: number };

export const PUSH_TTL_SECONDS = 12 * 3600;
const SEND_TIMEOUT_MS = 5000;
const MAX_RETRY_AFTER_SECONDS = 3600;

/** The service does not know the subscription, or it was made with another key. */
const ENDING_STATUSES = new Set([401, 403, 404, 410]);

/** Sends a notice, which the page's service worker reads, to a browser. Never throws. Only hosts on the list are called. */
export async function sendPush(
  settings: PushSettings,
  target: PushTarget,
  notice: Notice,
  nowSeconds: number,
): Promise<PushOutcome> {
  const { origin, host } = new URL(target.endpoint);
  const isAllowed = settings.PUSH_ALLOWED_HOSTS.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
  );
  if (!isAllowed || target.server_key !== settings.VAPID_PUBLIC_KEY) return 'ended';
  const authorization = await vapidHeader(settings, origin, nowSeconds).catch((cause: unknown) => {
    console.error(JSON.stringify({ event: 'push_misconfigured', cause: String(cause) }));
    return null;
  });
  if (authorization === null) return 'misconfigured';
  const body = await encrypted(JSON.stringify(notice), target).catch(() => null);
  if (body === null) return 'ended';
  const headers = {
    Authorization: authorization,
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: `${PUSH_TTL_SECONDS}`,
    // Up to 32 characters. A later notice of the same topic replaces one that is not delivered yet (RFC 8030, 5.4).
    Topic: (await sha256Hex(notice.tag)).slice(0, 32),
    Urgency: 'high',
  };
  try {
    const { status, headers: received } = await withDeadline(SEND_TIMEOUT_MS, async (signal) => {
      const request = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
      const response = await fetch(target.endpoint, request);
      await response.body?.cancel();
      return response;
    });
    if (status >= 200 && status < 300) return 'sent';
    if (ENDING_STATUSES.has(status)) return 'ended';
    if (status !== 429 && status < 500) return 'refused';
    const header = received.get('Retry-After');
    return { retryAfterSeconds: retryAfterSeconds(header, nowSeconds * 1000, MAX_RETRY_AFTER_SECONDS) };
  } catch {
    return { retryAfterSeconds: 0 };
  }
}

async function joined(...parts: (string | Bytes)[]): Promise<Bytes> {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function decoded(text: string): Bytes {
  return new Uint8Array(base64url.decode(text));
}
