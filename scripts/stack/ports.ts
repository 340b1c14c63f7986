import { connect } from 'node:net';

/** The ports of `npm start`. The second is also in `vite.config.ts`. */
export const START_PORTS = {
  auth: 9099,
  hot: 5173,
  worker: 8787,
  vendor: 8790,
} as const;

export interface NeededPort {
  readonly port: number;
  readonly purpose: string;
}

/** True when something on this machine accepts connections on `port`. Tries IPv4 and, if there is one, IPv6. */
function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** One line per taken port, naming the port and its purpose; empty when all are free. */
export async function describeTakenPorts(needed: readonly NeededPort[]): Promise<string[]> {
  const taken = await Promise.all(needed.map(({ port }) => isPortTaken(port)));
  return needed
    .filter((_, index) => taken[index])
    .map(({ port, purpose }) => `Port ${port} (${purpose}) is taken. To see by what: lsof -i :${port}`);
}
