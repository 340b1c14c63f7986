/** An email account of the Auth emulator. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

/** The account that `npm start` creates and prints. */
export const DEMO_ACCOUNT: Account = {
  email: 'demo@candor.example',
  password: 'demo-candor',
  displayName: 'Demo Investor',
};

/** The emulator accepts any non-empty key. */
export const ANY_API_KEY = 'local';

/** Creates an email account in the emulator at `origin`. Leaves an existing account unchanged. Throws if the emulator refuses. */
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
