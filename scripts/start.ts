/** `npm start`, `npm run dev` and `npm run replay`: starts the local app and stops it at the end. */
import { DEMO_ACCOUNT } from './stack/accounts.ts';
import { type Market, parseCommandLine, USAGE } from './stack/command-line.ts';
import { describeTakenPorts } from './stack/ports.ts';
import { neededPorts, startStack } from './stack/stack.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm sends SIGTERM to the shell in between, which exits without forwarding it, so a new parent process is the only sign. */
const ORPHAN_CHECK_MS = 500;
/** Matching output is printed even without `--verbose`. */
const PROBLEM = /\berror\b|✘|exception|unhandled/i;

process.exitCode = await main();

async function main(): Promise<number> {
  // npm changes to the package's root, but folders on the command line are relative to where npm was called.
  const cwd = (process.env['npm_lifecycle_event'] && process.env['INIT_CWD']) || process.cwd();
  const command = parseCommandLine(process.argv.slice(2), cwd);
  if (command.kind === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command.kind === 'invalid') {
    console.error(`${command.message}\n\n${USAGE}`);
    return 1;
  }

  const taken = await describeTakenPorts(neededPorts(command));
  if (taken.length > 0) {
    console.error(taken.join('\n'));
    return 1;
  }

  const stopped = stopRequested();
  console.log('Starting the Auth emulator, the page and the Worker. The first start takes a while.');
  const stack = await startStack({
    market: command.market,
    hot: command.hot,
    onLine: (line) => {
      if (command.verbose || PROBLEM.test(line)) console.error(line);
    },
  });
  try {
    const address = await Promise.race([stack.ready, stopped]);
    if (address === undefined) return 0;
    console.log(startMessage(address, command.market));
    const broken = await Promise.race([stack.broken, stopped]);
    if (broken === undefined) return 0;
    console.error(broken);
    return 1;
  } catch (cause) {
    console.error((cause as Error).message);
    return 1;
  } finally {
    await stack.stop();
    console.log('Stopped.');
  }
}

/** Resolves at the first request to stop. Later ones are ignored, so that stopping is not cut short. */
function stopRequested(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve(undefined));
    if (process.env['npm_lifecycle_event']) {
      const parent = process.ppid;
      setInterval(() => {
        if (process.ppid !== parent) resolve(undefined);
      }, ORPHAN_CHECK_MS).unref();
    }
  });
}

function startMessage(address: string, market: Market): string {
  const markets = {
    configured: 'as configured (default: the sample market, simulated prices)',
    live: 'live',
    replay: 'recorded bars from the stand-in vendor',
  } as const;
  return `
  Candor    ${address}
  Sign in   ${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}
  Market    ${markets[market.kind]}

  Ctrl-C stops everything.
`;
}
