/** `npm run doctor`: names every missing or wrong setting and how to fix it. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findChromium } from './stack/find-chromium.ts';
import { LOCAL_VARS, readDevVars } from './stack/local-settings.ts';
import { describeTakenPorts } from './stack/ports.ts';
import { fromRoot } from './stack/repository.ts';
import {
  checkFirebase,
  checkNames,
  checkOptional,
  checkPageSettings,
  checkPush,
  checkSessionLists,
  checkWorkerVariables,
  type Finding,
  namesInExample,
} from './stack/setting-checks.ts';
import { neededPorts } from './stack/stack.ts';

const MARKS = { right: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

process.exitCode = await main();

async function main(): Promise<number> {
  let isProduction: boolean;
  try {
    const options = { production: { type: 'boolean', default: false } } as const;
    isProduction = parseArgs({ options }).values.production;
  } catch (cause) {
    console.error(`${(cause as Error).message}\nUsage: npm run doctor [-- --production]`);
    return 1;
  }

  const findings = isProduction ? productionFindings() : await localFindings();
  for (const finding of findings) {
    console.log(`${MARKS[finding.verdict]}  ${finding.text}`);
    if (finding.verdict !== 'right') console.log(`       ${finding.advice}`);
  }
  const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
  const aim = isProduction ? 'a deployment' : 'local runs';
  console.log(wrong === 0 ? `\nReady for ${aim}.` : `\nNot ready for ${aim}: ${wrong} to fix.`);
  if (!isProduction) console.log('To check a deployment: npm run doctor -- --production');
  return wrong === 0 ? 0 : 1;
}

async function localFindings(): Promise<Finding[]> {
  const devVars = readDevVars();
  const knownNames = namesInExample(readFileSync(fromRoot('.dev.vars.example'), 'utf8'));
  const taken = await describeTakenPorts(neededPorts({ market: { kind: 'configured' }, hot: true }));
  return [
    checkNode(),
    {
      verdict: 'right',
      text: existsSync(fromRoot('.dev.vars')) ? 'Reading .dev.vars' : 'No .dev.vars: using defaults',
    },
    ...checkNames(devVars, knownNames),
    ...checkWorkerVariables({ ...LOCAL_VARS, ...devVars }, '.dev.vars'),
    ...checkPageSettings({ ...devVars, ...process.env }),
    ...taken.map((text): Finding => ({ verdict: 'note', text, advice: 'Fine while the app is running.' })),
    checkChromium(),
    ...checkSessionLists(Date.now() / 1000),
  ];
}

function productionFindings(): Finding[] {
  const settings = { ...readDevVars(), ...process.env };
  return [
    checkNode(),
    ...checkFirebase(settings),
    ...checkPageSettings(settings),
    ...checkOptional(settings),
    ...checkPush(settings),
    ...checkSessionLists(Date.now() / 1000),
  ];
}

function checkNode(): Finding {
  const pinned = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    devDependencies: { node: string };
  };
  return process.versions.node === pinned.devDependencies.node
    ? { verdict: 'right', text: `Node ${process.versions.node}` }
    : {
        verdict: 'note',
        text: `Node ${process.versions.node}, where ${pinned.devDependencies.node} is pinned`,
        advice: 'Run it through npm, which uses the pinned version: npm run doctor',
      };
}

function checkChromium(): Finding {
  const found = findChromium();
  return found
    ? { verdict: 'right', text: `Chromium for the browser tests: ${found.path} (${found.origin})` }
    : { verdict: 'note', text: 'No Chromium found', advice: 'npm test installs one, or set CHROMIUM_PATH.' };
}
