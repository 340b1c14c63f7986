/** Checks a published ledger from outside: its chain and figures, then the signatures of its time stamps. */
import { ExtKeyUsage, type Certificate } from 'pkijs';
import * as pkijs from 'pkijs';
import {
  EVENT_COLUMNS,
  eventText,
  isoInstant,
  LEDGER_COLUMNS,
  readTimestampToken,
  type EventKind,
} from '#compute';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { recompute } from '../../web/shared/offthread/recompute.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** `isWrong`: the ledger is not as published. Otherwise the line says what was checked, or what could not be. */
export interface Finding {
  readonly isWrong: boolean;
  readonly text: string;
}

/** Downloads a site's ledger and checks it. Rejects if the site does not serve it. */
export async function verifyPublished(origin: URL, roots: readonly Certificate[]): Promise<Finding[]> {
  const get = async (path: string, params: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const url = new URL(`/api/${path}`, origin);
    url.search = String(new URLSearchParams(params));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}. Try again in a minute.`);
    return response;
  };
  const summary = (await (await get('record')).json()) as LedgerResponse;
  const years = new Set((summary.timestamps?.days ?? []).map((day) => day.slice(0, 4)));
  const timestamps: TimestampsResponse['timestamps'][number][] = [];
  for (const year of years) {
    const read = (await (await get('record/timestamps', { year })).json()) as TimestampsResponse;
    timestamps.push(...read.timestamps);
  }
  const end = { events: String(summary.chain?.events ?? 0) };
  const rows = await (await get('record.csv', end)).text();
  const events = await (await get('record/events.csv', end)).text();
  const result = await recompute({ files: { rows, events, timestamps }, shown: summary, ticker: null });
  if (!result.ok) return [wrong(unreadable(rows, LEDGER_COLUMNS) ?? unreadable(events, EVENT_COLUMNS) ?? '')];

  const { brokenRows, brokenEvents, brokenTimestamps, differences, head, ...read } = result.value;
  const lines = events.split(/\r?\n/).map((line) => line.split(','));
  const missingRows = brokenEvents.map((seq) => Number.parseInt(lines[seq]?.[2] ?? '', 10));
  const numbers = rows.split('\n').map((line) => Number(line.split(',')[1]));
  // A row with a wrong number also makes the row of that number look broken.
  const misnumbered = numbers.findIndex((seq, i) => i > 0 && i <= read.rows && seq !== i);
  const [firstRow] = [misnumbered, ...brokenRows, ...missingRows]
    .filter((row) => row > 0 && row !== numbers[misnumbered])
    .sort((a, b) => a - b);
  return [
    firstRow === undefined
      ? right(`${read.rows} rows are as written.`)
      : wrong(`Rows differ from what was written, the first is row ${firstRow}.`),
    brokenEvents.length === 0
      ? right(`The chain of ${read.events} events is intact. Head: ${head}`)
      : wrong(`The chain breaks at ${brokenEvents.length} events, the first is event ${brokenEvents[0]}.`),
    differences.length === 0
      ? right(`${read.figures} figures of the page follow from the rows.`)
      : wrong(`${differences.length} figures of the page differ, the first is ${differences[0]}.`),
    ...brokenTimestamps.map((day) =>
      wrong(`The time stamp of ${day} names another hash than its event has.`),
    ),
    ...(await timestampFindings(summary.ledger, timestamps, lines, roots)),
  ];
}

const right = (text: string): Finding => ({ isWrong: false, text });
const wrong = (text: string): Finding => ({ isWrong: true, text });

/** Names the first line of a file that has other columns than a ledger; `null` if none has. */
function unreadable(csv: string, columns: readonly string[]): string | null {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== columns.join()) return `The header “${header.slice(0, 60)}” is not that of a ledger.`;
  const at = lines.findIndex((line) => line.split(',').length !== columns.length);
  return at < 0
    ? null
    : `Rows differ from what was written, the first is row ${at + 1}, which cannot be read.`;
}

async function timestampFindings(
  ledger: LedgerResponse['ledger'],
  timestamps: TimestampsResponse['timestamps'],
  lines: readonly (readonly string[])[],
  roots: readonly Certificate[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const checkedDays = new Map<string, number>();
  for (const { day, authority, event_seq: seq, stamped_at: at, token } of timestamps) {
    const [, kind = '', body = ''] = lines[seq] ?? [];
    const previous = seq === 1 ? '' : (lines[seq - 1]?.[3] ?? '');
    const event = { event_seq: seq, kind: kind as EventKind, body, previous_hash: previous };
    const bytes = Uint8Array.from(Buffer.from(token, 'base64'));
    const stamped = readTimestampToken(bytes);
    const problem = await tokenProblem(bytes, eventText(ledger, event), roots);
    const isDated = stamped !== null && isoInstant(stamped.atMs / 1000) === at;
    if (problem === null && isDated) checkedDays.set(authority, (checkedDays.get(authority) ?? 0) + 1);
    else if (problem?.isWrong === false)
      findings.push(right(`Could not check ${day} by ${authority}: ${problem.text}`));
    else
      findings.push(wrong(`The time stamp of ${day} by ${authority}: ${problem?.text ?? 'another time.'}`));
  }
  for (const [authority, count] of checkedDays)
    findings.unshift(right(`Time stamps by ${authority}, signed under a trusted root: ${count}.`));
  return timestamps.length === 0
    ? [right('Could not check when it was written: it has no time stamps.')]
    : findings;
}

/** Why a token does not prove that `text` existed at its time; `null` if it does. */
async function tokenProblem(
  token: BufferSource,
  text: string,
  roots: readonly Certificate[],
): Promise<Finding | null> {
  const verify = async (isTrusted: boolean) => {
    const { content } = pkijs.ContentInfo.fromBER(token);
    const signed = new pkijs.SignedData({ schema: content });
    const data = new TextEncoder().encode(text).buffer;
    return signed.verify({
      signer: 0,
      data,
      extendedMode: true,
      checkChain: isTrusted,
      trustedCerts: [...roots],
    });
  };
  try {
    const { signatureVerified, signerCertificate } = await verify(false);
    if (signatureVerified !== true) return wrong('the signature is wrong.');
    const usage = signerCertificate?.extensions?.find(({ extnID }) => extnID === pkijs.id_ExtKeyUsage);
    const isAuthority =
      usage?.parsedValue instanceof ExtKeyUsage && usage.parsedValue.keyPurposes.includes(TIME_STAMPING);
    if (!isAuthority) return wrong('the signer is no time-stamping authority.');
  } catch (cause) {
    return wrong((cause as Error).message);
  }
  return verify(true).then(
    () => null,
    (cause: Error) => right(cause.message),
  );
}
