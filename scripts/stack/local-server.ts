import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  readonly origin: string;
  /** Stops listening and closes open connections at once. */
  readonly close: () => Promise<void>;
}

/** Makes a server listen on 127.0.0.1, on a free port by default. Rejects if the port is taken. */
export async function listenLocally(server: Server, port = 0): Promise<LocalServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
