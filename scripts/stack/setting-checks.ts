import { readConfig } from '../../worker/config.ts';

/** One thing the doctor looked at. `mend` says what to do about it. */
export type Finding =
  | { readonly verdict: 'right'; readonly text: string }
  | { readonly verdict: 'note' | 'wrong'; readonly text: string; readonly mend: string };

/** Values by name, as the environment gives them. */
export type Settings = Readonly<Record<string, string | undefined>>;

const FIREBASE_NAMES = [
  'VITE_FIREBASE_API_KEY',
  'VITE_FIREBASE_AUTH_DOMAIN',
  'VITE_FIREBASE_PROJECT_ID',
  'VITE_FIREBASE_APP_ID',
] as const;

/** Cloudflare's namespace ids are 128-bit hexadecimal; anything else is a placeholder for local runs. */
const KV_ID = /^[0-9a-f]{32}$/;

const DATABASE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The names of `.dev.vars.example`, one commented assignment per line. */
export function namesInExample(example: string): string[] {
  return [...example.matchAll(/^#\s*([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}

/** Names in `.dev.vars` that nothing reads: most likely typos. */
export function checkNames(devVars: Settings, knownNames: readonly string[]): Finding[] {
  return Object.keys(devVars)
    .filter((name) => !knownNames.includes(name))
    .map((name) => ({
      verdict: 'wrong',
      text: `.dev.vars: ${name} is not a setting of this app`,
      mend: 'Compare the name with .dev.vars.example.',
    }));
}

/** The Worker's variables, by the Worker's own rules. */
export function checkWorkerVariables(settings: Settings, place: string): Finding[] {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const config = readConfig(given);
  if (config.ok) {
    return [
      { verdict: 'right', text: `Worker variables are valid (MARKET_DATA = ${config.value.MARKET_DATA})` },
    ];
  }
  return config.error.map((problem) => ({
    verdict: 'wrong',
    text: problem,
    mend: `Correct it in ${place}.`,
  }));
}

/** The page's optional settings: each is right when absent. */
export function checkPageSettings(settings: Settings): Finding[] {
  const rules: readonly (readonly [name: string, isRight: (value: string) => boolean, mend: string])[] = [
    ['VITE_CLAIMS', (value) => ['spec', 'measured'].includes(value), 'Use spec or measured.'],
    [
      'VITE_LOGO_URL_TEMPLATE',
      isLogoTemplate,
      'Use an https address that holds {symbol}, or leave it empty.',
    ],
    ['VITE_SITE_ORIGIN', isOrigin, 'Use an address like https://candor.example, without a trailing slash.'],
    ['VITE_TOKEN_SYNC_URL', isWebAddress, 'Use an http or https address.'],
    ['VITE_API_BASE_URL', isWebAddress, 'Use an http or https address, or leave it out for the same origin.'],
    ['VITE_FIREBASE_AUTH_EMULATOR', isWebAddress, 'Use an address like http://127.0.0.1:9099.'],
    ['VITE_ADMIN_EMAILS', isEmailList, 'Separate email addresses by commas.'],
    ['HSTS_PRELOAD', (value) => ['true', 'false'].includes(value), 'Use true or false.'],
  ];
  return rules.flatMap(([name, isRight, mend]) => {
    const value = settings[name]?.trim();
    return !value || isRight(value)
      ? []
      : [{ verdict: 'wrong' as const, text: `${name} is not valid`, mend }];
  });
}

/** What a production build needs from the identity provider. */
export function checkFirebase(settings: Settings): Finding[] {
  const findings: Finding[] = FIREBASE_NAMES.map((name) =>
    settings[name]?.trim()
      ? { verdict: 'right', text: `${name} is set` }
      : {
          verdict: 'wrong',
          text: `${name} is missing`,
          mend: 'Copy it from the Firebase console (Project settings, Your apps) into .dev.vars or the environment.',
        },
  );
  if (settings['VITE_FIREBASE_PROJECT_ID']?.startsWith('demo-')) {
    findings.push({
      verdict: 'wrong',
      text: 'VITE_FIREBASE_PROJECT_ID names a demo project, which exists only in the emulator',
      mend: 'Use the id of a real project.',
    });
  }
  if (settings['VITE_FIREBASE_AUTH_EMULATOR']?.trim()) {
    findings.push({
      verdict: 'wrong',
      text: 'VITE_FIREBASE_AUTH_EMULATOR is set: a production build would sign in against this machine',
      mend: 'Remove it from .dev.vars and the environment; local commands set it by themselves.',
    });
  }
  return findings;
}

/** Whose ID tokens the production Worker accepts: those of the page's project. */
export function checkAccountProject(workerVars: Settings, pageSettings: Settings): Finding {
  const projectId = workerVars['FIREBASE_PROJECT_ID']?.trim() ?? '';
  const pageProjectId = pageSettings['VITE_FIREBASE_PROJECT_ID']?.trim() ?? '';
  const mend =
    'Set FIREBASE_PROJECT_ID under [env.production.vars] in wrangler.toml to the value of VITE_FIREBASE_PROJECT_ID.';
  if (projectId === '') {
    return { verdict: 'wrong', text: 'FIREBASE_PROJECT_ID is missing: accounts would hold nothing', mend };
  }
  return projectId === pageProjectId || pageProjectId === ''
    ? { verdict: 'right', text: 'FIREBASE_PROJECT_ID is set' }
    : { verdict: 'wrong', text: 'FIREBASE_PROJECT_ID names another project than the page', mend };
}

/** The id of the production cache. */
export function checkKvId(id: string | undefined): Finding {
  return id !== undefined && KV_ID.test(id)
    ? { verdict: 'right', text: 'The KV namespace of production has an id' }
    : {
        verdict: 'wrong',
        text: `The KV namespace id of production is a placeholder (${id ?? 'none'})`,
        mend: 'Run: npx wrangler kv namespace create MARKET_CACHE, then put the id under [[env.production.kv_namespaces]] in wrangler.toml.',
      };
}

/** The id of the database of ledger and accounts. Cloudflare's are UUIDs. */
export function checkRecordId(id: string | undefined): Finding {
  return id !== undefined && DATABASE_ID.test(id)
    ? { verdict: 'right', text: 'The ledger and the accounts of production have a database' }
    : {
        verdict: 'wrong',
        text: `The database id of ledger and accounts is a placeholder (${id ?? 'none'})`,
        mend: 'Run: npx wrangler d1 create candor-record, put the id under [[env.production.d1_databases]] in wrangler.toml, then: npx wrangler d1 migrations apply RECORD --remote --env production.',
      };
}

const BINDING_TABLES = {
  ASSETS: '[assets]',
  MARKET_CACHE: '[[env.production.kv_namespaces]]',
  RECORD: '[[env.production.d1_databases]]',
  API_RATE_LIMITER: '[[env.production.ratelimits]]',
} as const;

/** Every binding that production needs, of which `bound` names those that wrangler.toml has. */
export function checkBindings(bound: readonly (string | undefined)[]): Finding[] {
  return Object.entries(BINDING_TABLES).map(([name, table]) =>
    bound.includes(name)
      ? { verdict: 'right', text: `Production has the binding ${name}` }
      : {
          verdict: 'wrong',
          text: `Production lacks the binding ${name}`,
          mend: `Add it under ${table} in wrangler.toml.`,
        },
  );
}

/** Production must not serve simulated prices. */
export function checkProductionMarket(vars: Settings): Finding {
  return vars['MARKET_DATA'] === 'live'
    ? { verdict: 'right', text: 'Production serves live data' }
    : {
        verdict: 'wrong',
        text: 'Production would serve the sample market',
        mend: 'Set MARKET_DATA = "live" under [env.production.vars] in wrangler.toml.',
      };
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function isOrigin(value: string): boolean {
  return isWebAddress(value) && new URL(value).origin === value;
}

function isLogoTemplate(value: string): boolean {
  return value.startsWith('https://') && value.includes('{symbol}');
}

function isEmailList(value: string): boolean {
  return value.split(',').every((email) => /^\s*\S+@\S+\s*$/.test(email));
}
