/** `npm run vapid-keys`: creates the key pair that signs push messages and prints where to set it. */
import { makeVapidKeys } from './stack/vapid-keys.ts';

const { publicKey, privateKey } = await makeVapidKeys();
console.log(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey}

Locally: both lines in .dev.vars, with VAPID_SUBJECT=mailto:you@your-domain
Deployed: npx wrangler secret put VAPID_PRIVATE_KEY
          npm run deploy -- --var VAPID_PUBLIC_KEY:${publicKey} --var VAPID_SUBJECT:mailto:you@your-domain`);
