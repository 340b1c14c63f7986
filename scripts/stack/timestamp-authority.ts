import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LOCAL_STATE } from './ledger-database.ts';
import { listenLocally, type LocalServer } from './local-server.ts';
import { fromRoot } from './repository.ts';
import { createAuthority, respondTimestamp, type AuthorityKeys } from './timestamp-tokens.ts';

/** The keys stay with the local database, whose tokens they verify. */
export const LOCAL_AUTHORITY_FILE = fromRoot(LOCAL_STATE, 'timestamp-authority.json');

/** Serves an authority whose keys are in a file, which is created if needed. */
export async function startTimestampAuthority(port = 0, file = LOCAL_AUTHORITY_FILE): Promise<LocalServer> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(await createAuthority(Date.now())));
  }
  const keys = JSON.parse(await readFile(file, 'utf8')) as AuthorityKeys;
  const server = createServer(async (request, response) => {
    try {
      const der = await respondTimestamp(keys, await buffer(request));
      response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(new Uint8Array(der));
    } catch {
      response.writeHead(400).end();
    }
  });
  return listenLocally(server, port);
}
