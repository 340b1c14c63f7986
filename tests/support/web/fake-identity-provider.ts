/**
 * The identity provider's REST interface in memory, behind `fetch`: the network edge of the real SDK. Supports email sign-in,
 * sign-up, profile, password and reset, and returns faults with the provider's own codes.
 */
type Account = {
  localId: string;
  email: string;
  password: string;
  displayName?: string;
  emailVerified?: boolean;
};

export type FakeIdentityProvider = {
  fetch: typeof fetch;
  addAccount: (account: Omit<Account, 'localId'>) => void;
  account: (email: string) => Account | undefined;
  /** Claims in every ID token from now on. */
  claims: Record<string, unknown>;
  /** Methods that fail from now on: the provider's code, or "offline". */
  faults: Map<string, string>;
  /** Recipients of reset emails. */
  resetMails: string[];
  /** Recipients of verification emails. */
  verificationMails: string[];
  /** Number of password policy requests. */
  policyReads: number;
};

const CREATED_AT_MS = Date.UTC(2024, 2, 5, 12);

export function fakeIdentityProvider(): FakeIdentityProvider {
  const accounts: Account[] = [];
  const provider: FakeIdentityProvider = {
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const method = /accounts:(\w+)$|\/(token)$/.exec(url.pathname)?.slice(1).find(Boolean);
      if (url.pathname.endsWith('/passwordPolicy')) {
        provider.policyReads += 1;
        return Response.json({ customStrengthOptions: { minPasswordLength: 12 }, schemaVersion: 1 });
      }
      if (method === undefined) return Response.json({});
      const fault = provider.faults.get(method);
      if (fault === 'offline') throw new TypeError('Failed to fetch');
      if (fault !== undefined) return refuse(fault);
      const text = String(init?.body ?? '');
      const body = text.startsWith('{')
        ? (JSON.parse(text) as Record<string, string>)
        : Object.fromEntries(new URLSearchParams(text));
      return answer(method, body);
    },
    addAccount: (account) => void accounts.push({ ...account, localId: `uid-${accounts.length + 1}` }),
    account: (email) => accounts.find((account) => account.email === email),
    claims: {},
    faults: new Map(),
    resetMails: [],
    verificationMails: [],
    policyReads: 0,
  };

  function answer(method: string, body: Record<string, string>): Response {
    const holder = accounts.find(
      ({ localId }) => localId === readSubject(body['idToken'] ?? body['refresh_token']),
    );
    switch (method) {
      case 'signUp': {
        const { email = '', password = '' } = body;
        if (provider.account(email)) return refuse('EMAIL_EXISTS');
        provider.addAccount({ email, password });
        return session(provider.account(email)!);
      }
      case 'signInWithPassword': {
        const known = provider.account(body['email'] ?? '');
        return known && known.password === body['password']
          ? session(known)
          : refuse('INVALID_LOGIN_CREDENTIALS');
      }
      case 'token':
        return holder ? session(holder) : refuse('INVALID_REFRESH_TOKEN');
      case 'lookup':
        return holder ? Response.json({ users: [describe(holder)] }) : refuse('USER_NOT_FOUND');
      case 'update':
        if (!holder) return refuse('INVALID_ID_TOKEN');
        if (body['password'] !== undefined) holder.password = body['password'];
        if (body['displayName'] !== undefined) holder.displayName = body['displayName'];
        return session(holder);
      case 'delete':
        if (!holder) return refuse('INVALID_ID_TOKEN');
        accounts.splice(accounts.indexOf(holder), 1);
        return Response.json({});
      case 'sendOobCode': {
        if (body['requestType'] === 'VERIFY_EMAIL') {
          if (!holder) return refuse('INVALID_ID_TOKEN');
          provider.verificationMails.push(holder.email);
          return Response.json({ email: holder.email });
        }
        const email = body['email'] ?? '';
        if (!provider.account(email)) return refuse('EMAIL_NOT_FOUND');
        provider.resetMails.push(email);
        return Response.json({ email });
      }
      default:
        return refuse('OPERATION_NOT_ALLOWED');
    }
  }

  function session({ localId, email, displayName }: Account): Response {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const payload = {
      ...provider.claims,
      sub: localId,
      iat: nowSeconds,
      auth_time: nowSeconds,
      exp: nowSeconds + 3600,
    };
    const idToken = `${encode({ alg: 'none' })}.${encode(payload)}.signature`;
    const refreshToken = idToken;
    return Response.json({
      localId,
      email,
      displayName,
      idToken,
      refreshToken,
      expiresIn: '3600',
      access_token: idToken,
      id_token: idToken,
      refresh_token: refreshToken,
      expires_in: '3600',
    });
  }

  return provider;
}

function describe({ localId, email, displayName, emailVerified = false }: Account) {
  return {
    localId,
    email,
    displayName,
    emailVerified,
    createdAt: String(CREATED_AT_MS),
    lastLoginAt: String(CREATED_AT_MS),
    providerUserInfo: [{ providerId: 'password', rawId: email, email, displayName }],
  };
}

function refuse(message: string): Response {
  return Response.json({ error: { code: 400, message, errors: [{ message }] } }, { status: 400 });
}

function encode(part: object): string {
  return btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readSubject(token: string | undefined): string | undefined {
  const payload = token?.split('.')[1];
  if (payload === undefined) return undefined;
  return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub;
}
