/** Time-stamping of a chain's head (RFC 3161). The stamped data is the last event's text, whose SHA-256 is the head. */
import { isoDate, SECONDS_PER_DAY, type IsoDate } from '../dates/iso-date.ts';

/** What a token states. Its signature is not verified here. */
export interface StampedHead {
  /** The stamped hash and the request's nonce, hexadecimal; the nonce is empty if there is none. */
  readonly head: string;
  readonly nonce: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** UTC time at which a ledger's day begins: Europe has closed and New York has not, so the forecasts of both are written in time. */
const DAY_BEGINS_SECONDS = 17.5 * 3600;

/** The ledger's day that contains an instant, in epoch seconds. */
export function timestampDay(atSeconds: number): IsoDate {
  return isoDate(Math.floor((atSeconds - DAY_BEGINS_SECONDS) / SECONDS_PER_DAY) * SECONDS_PER_DAY);
}

/** TimeStampReq in DER, version 1, up to the hash: SHA-256. */
const REQUEST_START = '30430201013031300d060960864801650304020105000420';
const NONCE = '0208';
const CERTIFICATE_REQUIRED = '0101ff';

/** A request to stamp `head` that asks for the authority's certificate. The nonce has 8 bytes, the first from 0x01 to 0x7f. */
export function timestampRequest(head: string, nonce: string): Uint8Array {
  const hex = REQUEST_START + head + NONCE + nonce + CERTIFICATE_REQUIRED;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The token (DER) of a TimeStampResp. Throws `RangeError` unless the response grants one. */
export function grantedToken(response: Uint8Array): Uint8Array {
  const [status, token] = derValues(bodyAt(response, 0));
  // 0: granted; 1: granted with modifications.
  const isGranted = status !== undefined && ['00', '01'].includes(hexOf(bodyAt(status.body, 0)));
  if (!isGranted || token === undefined) throw new RangeError('not granted');
  return token.bytes;
}

/** What a TimeStampToken states; `null` if it cannot be read. */
export function readTimestampToken(token: Uint8Array): StampedHead | null {
  try {
    // ContentInfo, its content, SignedData, its content, and therein TSTInfo as octets.
    const [, , imprint, , time, ...more] = derValues(bodyAt(token, 0, 1, 0, 2, 1, 0, 0));
    const iso = String.fromCharCode(...time!.body).replace(
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/,
      '$1-$2-$3T$4:$5:$6',
    );
    const nonce = more.find(({ tag }) => tag === INTEGER)?.body ?? new Uint8Array();
    const atMs = Date.parse(iso);
    return Number.isNaN(atMs) ? null : { head: hexOf(bodyAt(imprint!.body, 1)), nonce: hexOf(nonce), atMs };
  } catch {
    return null;
  }
}

const INTEGER = 2;

interface DerValue {
  readonly tag: number;
  readonly body: Uint8Array;
  /** With tag and length. */
  readonly bytes: Uint8Array;
}

/** The values in a sequence's body. Throws `RangeError` unless they fill it. */
function derValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const short = bytes[start + 1]!;
    const lengthBytes = short < 0x80 ? 0 : short - 0x80;
    const from = start + 2 + lengthBytes;
    const length = bytes.slice(start + 2, from).reduce((sum, byte) => sum * 256 + byte, 0);
    end = from + (short < 0x80 ? short : length);
    if (!(end <= bytes.length) || short === 0x80) throw new RangeError('not DER');
    values.push({ tag: bytes[start]!, body: bytes.slice(from, end), bytes: bytes.slice(start, end) });
  }
  return values;
}

/** The body of a value by the positions of the values around it and its own. Throws `RangeError` if there is none. */
function bodyAt(bytes: Uint8Array, ...path: readonly number[]): Uint8Array {
  return path.reduce((body, position) => {
    const value = derValues(body)[position];
    if (value === undefined) throw new RangeError('no such value');
    return value.body;
  }, bytes);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
