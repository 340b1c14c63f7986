/** `npm run verify-ledger -- https://… [ROOT.pem …]`: checks a published ledger without trusting its operator. */
import { existsSync, readFileSync } from 'node:fs';
import { isLoopback } from '../worker/config.ts';
import { namedRoots, type TrustedRoot } from './ledger/timestamp-roots.ts';
import { verifyPublished } from './ledger/verify-published.ts';
import { LOCAL_AUTHORITY_FILE } from './stack/timestamp-authority.ts';
import { certificateOf, type AuthorityKeys } from './stack/timestamp-tokens.ts';

process.exitCode = await main(process.argv.slice(2));

async function main([address = '', ...files]: readonly string[]): Promise<number> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    console.error('Usage: npm run verify-ledger -- https://candor.example.workers.dev [ROOT.pem …]');
    return 1;
  }
  const url = new URL(address);
  const roots: TrustedRoot[] = [
    ...namedRoots(),
    ...files.map((file) => ({ name: file, source: 'named by you', pem: readFileSync(file, 'utf8') })),
  ];
  if (isLoopback(url.hostname) && existsSync(LOCAL_AUTHORITY_FILE)) {
    const { root } = JSON.parse(readFileSync(LOCAL_AUTHORITY_FILE, 'utf8')) as AuthorityKeys;
    roots.push({ name: 'the local authority', source: 'this machine; proves nothing to others', pem: root });
  }
  try {
    const certificates = roots.map(({ pem }) => certificateOf(pem));
    const findings = await verifyPublished(url, certificates);
    for (const { isWrong, text } of findings) console.log(`${isWrong ? 'WRONG' : 'ok   '}  ${text}`);
    console.log(`\nTrusted roots: ${roots.map(({ name, source }) => `${name} (${source})`).join('; ')}.`);
    return findings.some(({ isWrong }) => isWrong) ? 1 : 0;
  } catch (cause) {
    console.error(`Couldn’t check the ledger: ${(cause as Error).message}`);
    return 1;
  }
}
