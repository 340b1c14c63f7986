/** Run by `npm start`: fills the sample market's ledger in the local database, so that its page is not empty. */
import { constants, setPriority } from 'node:os';
import { seedSampleLedger } from './stack/ledger-seed.ts';
import { LOCAL_VARS, readDevVars } from './stack/local-settings.ts';

// Yields to the servers that start at the same time.
setPriority(constants.priority.PRIORITY_LOW);

const beganMs = Date.now();
const seeded = await seedSampleLedger({
  settings: { ...LOCAL_VARS, ...readDevVars() },
  nowMs: beganMs,
});
if (seeded.ok)
  console.log(`The sample market's ledger is up to date (${((Date.now() - beganMs) / 1000).toFixed(1)} s).`);
