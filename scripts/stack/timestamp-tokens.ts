/** A time-stamping authority (RFC 3161) with its own keys, for local runs and tests. It proves nothing to others. */
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const HASH = 'SHA-256';

const OID = {
  commonName: '2.5.4.3',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  /** Of the arc for examples. */
  policy: '2.999.1',
} as const;

/** Plain data, so that it can be stored. Certificates are DER in base64. */
export interface AuthorityKeys {
  readonly root: string;
  readonly certificate: string;
  readonly privateKey: JsonWebKey;
}

/** How a response may differ from a right one, in tests. */
export interface Deviation {
  /** Epoch milliseconds. */
  readonly atMs?: number;
  readonly isRejected?: boolean;
  readonly change?: (info: pkijs.TSTInfo) => void;
}

/** A root and the authority's certificate that it signed, valid for ten years from `nowMs`. */
export async function createAuthority(nowMs: number): Promise<AuthorityKeys> {
  const generate = () => crypto.subtle.generateKey(KEY, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
  const [root, own] = [await generate(), await generate()];
  const basicConstraints = new pkijs.BasicConstraints({ cA: true }).toSchema();
  const usage = new pkijs.ExtKeyUsage({ keyPurposes: [OID.timeStamping] }).toSchema();
  const certify = async (name: string, key: CryptoKey, extension: pkijs.Extension, serial: number) => {
    const certificate = new pkijs.Certificate({
      version: 2,
      serialNumber: new asn1js.Integer({ value: serial }),
    });
    const named = (value: string) =>
      new pkijs.AttributeTypeAndValue({ type: OID.commonName, value: new asn1js.Utf8String({ value }) });
    certificate.subject.typesAndValues.push(named(name));
    certificate.issuer.typesAndValues.push(named(ROOT_NAME));
    certificate.notBefore.value = new Date(nowMs - 86_400_000);
    certificate.notAfter.value = new Date(nowMs + 3650 * 86_400_000);
    certificate.extensions = [extension];
    await certificate.subjectPublicKeyInfo.importKey(key);
    await certificate.sign(root.privateKey, HASH);
    return certificate.toString('base64');
  };
  const critical = (extnID: string, schema: asn1js.Sequence) =>
    new pkijs.Extension({ extnID, critical: true, extnValue: schema.toBER() });
  return {
    root: await certify(ROOT_NAME, root.publicKey, critical(pkijs.id_BasicConstraints, basicConstraints), 1),
    certificate: await certify(
      'Candor local authority',
      own.publicKey,
      critical(pkijs.id_ExtKeyUsage, usage),
      2,
    ),
    privateKey: (await crypto.subtle.exportKey('jwk', own.privateKey)) as JsonWebKey,
  };
}

const ROOT_NAME = 'Candor local root';

/** Answers a TimeStampReq with a TimeStampResp, both in DER. */
export async function respondTimestamp(
  keys: AuthorityKeys,
  request: BufferSource,
  { atMs = Date.now(), isRejected = false, change = () => undefined }: Deviation = {},
): Promise<ArrayBuffer> {
  const { messageImprint, nonce } = pkijs.TimeStampReq.fromBER(request);
  if (isRejected)
    return new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 2 }) }).toSchema().toBER();
  const certificate = certificateOf(keys.certificate);
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: OID.policy,
    messageImprint,
    serialNumber: new asn1js.Integer({ value: 1 }),
    genTime: new Date(atMs),
    ...(nonce && { nonce }),
  });
  change(info);
  const content = info.toSchema().toBER();
  const digest = async (bytes: BufferSource) =>
    new asn1js.OctetString({ valueHex: await crypto.subtle.digest(HASH, bytes) });
  const certificateHash = await digest(certificate.toSchema(true).toBER());
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] });
  const sequence = (value: asn1js.BaseBlock) => new asn1js.Sequence({ value: [value] });
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.id_eContentType_TSTInfo }),
    certificates: [certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: pkijs.id_eContentType_TSTInfo })),
            attribute(OID.messageDigest, await digest(content)),
            attribute(OID.signingCertificateV2, sequence(sequence(sequence(certificateHash)))),
          ],
        }),
      }),
    ],
  });
  // The constructor would split the octets, which is BER, not DER.
  signed.encapContentInfo.eContent = new asn1js.OctetString({ valueHex: content });
  const privateKey = await crypto.subtle.importKey('jwk', keys.privateKey, KEY, false, ['sign']);
  await signed.sign(privateKey, 0, HASH);
  const token = new pkijs.ContentInfo({
    contentType: pkijs.id_ContentType_SignedData,
    content: signed.toSchema(true),
  });
  const status = new pkijs.PKIStatusInfo({ status: 0 });
  return new pkijs.TimeStampResp({ status, timeStampToken: token }).toSchema().toBER();
}

/** A certificate from PEM, or from its base64 alone. */
export function certificateOf(pem: string): pkijs.Certificate {
  const base64 = pem.replaceAll(/-----[^-]+-----|\s/g, '');
  return pkijs.Certificate.fromBER(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
}
