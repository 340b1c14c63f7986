/** Direct calls to the Auth emulator, beside what the pages do. */
import { type Account, ANY_API_KEY } from '#scripts/stack/accounts.ts';
import { DEMO_PROJECT_ID } from '#scripts/stack/auth-emulator.ts';

/** What signing an account in returns. */
interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** Signs an existing account in without a browser. Throws if the emulator refuses. */
export async function signInTokens(origin: string, { email, password }: Account): Promise<Tokens> {
  const { localId, idToken, refreshToken } = (await ask(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${ANY_API_KEY}`,
    { email, password, returnSecureToken: true },
  )) as { localId: string; idToken: string; refreshToken: string };
  return { uid: localId, idToken, refreshToken };
}

/** A mail that the emulator lists instead of sending. */
type MailKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

/** The link in the newest mail of a kind to an address. Throws if there is none. */
export async function mailedLink(origin: string, email: string, kind: MailKind): Promise<string> {
  const { oobCodes } = (await ask(`${origin}/emulator/v1/projects/${DEMO_PROJECT_ID}/oobCodes`)) as {
    oobCodes: readonly { email: string; requestType: string; oobLink: string }[];
  };
  const mail = oobCodes.findLast((code) => code.email === email && code.requestType === kind);
  if (!mail) throw new Error(`The emulator knows of no ${kind} mail to ${email}.`);
  return mail.oobLink;
}

/** Gives an existing account custom claims, as an operator would; every later token contains them. */
export async function grantClaims(
  origin: string,
  email: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<void> {
  const accounts = `${origin}/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT_ID}/accounts`;
  const { users } = (await ask(`${accounts}:lookup`, { email: [email] })) as {
    users?: readonly { localId: string }[];
  };
  const localId = users?.[0]?.localId;
  if (localId === undefined) throw new Error(`The emulator has no account ${email}.`);
  await ask(`${accounts}:update`, { localId, customAttributes: JSON.stringify(claims) });
}

/** One call with the project owner's rights. Throws unless it succeeds. */
async function ask(url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The Auth emulator answered ${response.status} to ${url}.`);
  return response.json();
}
