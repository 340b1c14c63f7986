/** An email account of the Auth emulator. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

/** What `npm start` seeds and prints. */
export const DEMO_ACCOUNT: Account = {
  email: 'demo@candor.example',
  password: 'demo-candor',
  displayName: 'Demo Investor',
};

/** The emulator takes any key that is not empty. */
export const ANY_API_KEY = 'local';

/**
 * Creates an email account in the emulator at `origin`. An account that exists already is left as it is. Throws when
 * the emulator refuses.
 */
export async function ensureAccount(origin: string, account: Account): Promise<void> {
  const response = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${ANY_API_KEY}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, returnSecureToken: true }),
    },
  );
  if (response.ok) return;
  const body = await response.text();
  if (body.includes('EMAIL_EXISTS')) return;
  throw new Error(`The Auth emulator refused the account ${account.email}: ${body}`);
}
