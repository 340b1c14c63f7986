/** The roots that `verify-ledger` trusts, by SHA-256 of their DER, hexadecimal. `docs/sources.md` lists their authorities. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { fromRoot } from '../stack/repository.ts';

const MOZILLA = 'Mozilla’s root program, as contained in Node.js';

const ROOTS = [
  {
    name: 'DigiCert Trusted Root G4',
    sha256: '552f7bdcf1a7af9e6ce672017f4f12abf77240c78e761ac203d1d9d20ac89988',
    source: MOZILLA,
  },
  {
    name: 'USERTrust RSA Certification Authority (Sectigo)',
    sha256: 'e793c9b02fd8aa13e21c31228accb08119643b749c898964b1746d46c3d4cbd2',
    source: MOZILLA,
  },
  {
    name: 'Free TSA Root CA',
    sha256: 'a6379e7cecc05faa3cbf076013d745e327bbbaa38c0b9af22469d4701d18aabc',
    source: 'https://freetsa.org/files/cacert.pem',
  },
];

export interface TrustedRoot {
  readonly name: string;
  readonly source: string;
  readonly pem: string;
}

/** Throws if a certificate is missing or has another hash. */
export function namedRoots(): TrustedRoot[] {
  const pems = [readFileSync(fromRoot('scripts/ledger/free-tsa-root.pem'), 'utf8'), ...rootCertificates];
  const bySha256 = new Map(
    pems.map((pem) => [new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase(), pem]),
  );
  return ROOTS.map(({ name, sha256, source }) => {
    const pem = bySha256.get(sha256);
    if (pem === undefined) throw new Error(`The root “${name}” is missing.`);
    return { name, source, pem };
  });
}
