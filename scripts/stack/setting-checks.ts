import { createECDH } from 'node:crypto';
import { readConfig } from '../../worker/config.ts';
import { sessionList, SESSION_LISTS } from '../../worker/providers/venues/session-lists.ts';

/** One result of the doctor. `advice` says what to do about it. */
export type Finding =
  | { readonly verdict: 'right'; readonly text: string }
  | { readonly verdict: 'note' | 'wrong'; readonly text: string; readonly advice: string };

/** Values by name, as in the environment. */
export type Settings = Readonly<Record<string, string | undefined>>;

const FIREBASE_NAMES = [
  'VITE_FIREBASE_API_KEY',
  'VITE_FIREBASE_AUTH_DOMAIN',
  'VITE_FIREBASE_PROJECT_ID',
  'VITE_FIREBASE_APP_ID',
] as const;

/** The setting names in `.dev.vars.example`, one commented assignment per line. */
export function namesInExample(example: string): string[] {
  return [...example.matchAll(/^#\s*([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}

export function checkNames(devVars: Settings, knownNames: readonly string[]): Finding[] {
  return Object.keys(devVars)
    .filter((name) => !knownNames.includes(name))
    .map((name) => ({
      verdict: 'wrong',
      text: `.dev.vars: ${name} is not a known setting`,
      advice: 'Compare the name with .dev.vars.example.',
    }));
}

/** Checks the Worker's variables by the Worker's own rules. */
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
    advice: `Correct it in ${place}.`,
  }));
}

/** A session list must be renewed when it has fewer days left than this. */
const MIN_DAYS_LEFT = 60;
const DAY_SECONDS = 86_400;

/** Notes the exchanges whose known holidays end soon. */
export function checkSessionLists(nowSeconds: number): Finding[] {
  const ending = SESSION_LISTS.filter(
    (mic) => sessionList(mic).known[1] < nowSeconds + MIN_DAYS_LEFT * DAY_SECONDS,
  );
  if (ending.length === 0) return [{ verdict: 'right', text: 'The holidays of all exchanges are known' }];
  return [
    {
      verdict: 'note',
      text: `Holidays are known for fewer than ${MIN_DAYS_LEFT} days more at ${ending.join(', ')}`,
      advice: 'Later forecasts there follow the usual week. Renew the lists: npm run sessions -- FILE.json',
    },
  ];
}

/** Checks the page's optional settings; an absent one is right. */
export function checkPageSettings(settings: Settings): Finding[] {
  const rules: readonly (readonly [name: string, isRight: (value: string) => boolean, advice: string])[] = [
    ['VITE_CLAIMS', (value) => ['spec', 'measured'].includes(value), 'Use spec or measured.'],
    ['VITE_LOGO_URL_TEMPLATE', isLogoTemplate, 'Use an https URL that contains {symbol}, or leave it empty.'],
    ['VITE_SITE_ORIGIN', isOrigin, 'Use a URL such as https://candor.example, without a trailing slash.'],
    ['VITE_TOKEN_SYNC_URL', isWebAddress, 'Use an http or https URL.'],
    ['VITE_API_BASE_URL', isWebAddress, 'Use an http or https URL, or omit it for the same origin.'],
    ['VITE_FIREBASE_AUTH_EMULATOR', isWebAddress, 'Use a URL such as http://127.0.0.1:9099.'],
    ['VITE_ADMIN_EMAILS', isEmailList, 'Separate email addresses with commas.'],
    ['HSTS_PRELOAD', (value) => ['true', 'false'].includes(value), 'Use true or false.'],
  ];
  return rules.flatMap(([name, isRight, advice]) => {
    const value = settings[name]?.trim();
    return !value || isRight(value)
      ? []
      : [{ verdict: 'wrong' as const, text: `${name} is not valid`, advice }];
  });
}

/** Checks the page's Firebase settings. Without all of them the site works, except for accounts. */
export function checkFirebase(settings: Settings): Finding[] {
  const missing = FIREBASE_NAMES.filter((name) => !settings[name]?.trim());
  if (missing.length === FIREBASE_NAMES.length) {
    return [
      {
        verdict: 'note',
        text: 'No Firebase project: sign-in and all protected pages will show “Firebase configuration incomplete.”',
        advice: `For accounts, set ${FIREBASE_NAMES.join(', ')} in the build’s environment (Firebase console, Project settings, Your apps), and the Worker’s FIREBASE_PROJECT_ID.`,
      },
    ];
  }
  const findings: Finding[] = missing.map((name) => ({
    verdict: 'wrong',
    text: `${name} is missing`,
    advice:
      'Copy it from the Firebase console (Project settings, Your apps) into the environment or .dev.vars.',
  }));
  if (settings['VITE_FIREBASE_PROJECT_ID']?.startsWith('demo-')) {
    findings.push({
      verdict: 'wrong',
      text: 'VITE_FIREBASE_PROJECT_ID is a demo project, which exists only in the emulator',
      advice: 'Use the ID of a real project.',
    });
  }
  if (settings['VITE_FIREBASE_AUTH_EMULATOR']?.trim()) {
    findings.push({
      verdict: 'wrong',
      text: 'VITE_FIREBASE_AUTH_EMULATOR is set: the deployed page would sign in against this machine',
      advice: 'Remove it from .dev.vars and the environment. Local commands set it themselves.',
    });
  }
  return findings.length > 0 ? findings : [{ verdict: 'right', text: 'Firebase project is set' }];
}

/** Checks VAPID_SUBJECT: some push services refuse messages whose sender gives an address that cannot exist. */
export function checkPush(settings: Settings): Finding[] {
  const subject = settings['VAPID_SUBJECT']?.trim() ?? '';
  if (subject === '') {
    return [
      {
        verdict: 'note',
        text: 'VAPID_SUBJECT is not set: no alerts are pushed, unless the Worker already has its keys',
        advice: 'Run npm run vapid-keys. It creates a key pair and prints where to set it.',
      },
    ];
  }
  const host = subject.replace(/^mailto:.*@/, '').replace(/^https:\/\/([^/:]+).*$/, '$1');
  const isImpossible = /(?:^|\.)(?:localhost|local|invalid|test|example(?:\.\w+)?)$/i.test(host);
  return [
    isImpossible
      ? {
          verdict: 'wrong',
          text: 'VAPID_SUBJECT names an address that cannot exist, and push services refuse that',
          advice: 'Use a mailto: or https: address that reaches you.',
        }
      : { verdict: 'right', text: 'VAPID_SUBJECT is set' },
    ...checkKeyPair(settings['VAPID_PUBLIC_KEY']?.trim(), settings['VAPID_PRIVATE_KEY']?.trim()),
  ];
}

/** The private key may be a secret of the deployment alone; then the first message checks the pair. */
function checkKeyPair(publicKey: string | undefined, privateKey: string | undefined): Finding[] {
  if (!publicKey || !privateKey) return [];
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
    if (curve.getPublicKey('base64url') === publicKey)
      return [{ verdict: 'right', text: 'The VAPID keys are a pair' }];
  } catch {
    // No key of this curve.
  }
  return [
    {
      verdict: 'wrong',
      text: 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair, so no alert would be pushed',
      advice: 'Set both keys that one run of `npm run vapid-keys` printed.',
    },
  ];
}

/** Checks settings that a deployment works without, and says what is missing then. */
export function checkOptional(settings: Settings): Finding[] {
  const uses = [
    ['VITE_SITE_ORIGIN', 'pages have no canonical URL, and there is no sitemap'],
    ['VITE_OPERATOR', '/privacy and /terms do not say who runs this site'],
  ] as const;
  return uses.map(([name, lack]) =>
    settings[name]?.trim()
      ? { verdict: 'right', text: `${name} is set` }
      : {
          verdict: 'note',
          text: `${name} is not set: ${lack}`,
          advice: 'Set it in the build’s environment.',
        },
  );
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
