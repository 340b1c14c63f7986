import { connect } from 'node:net';

/** The ports of `npm start`. The second is also in `vite.config.ts`. */
export const START_PORTS = {
  auth: 9099,
  hot: 5173,
  worker: 8787,
  vendor: 8790,
  timestamps: 8791,
} as const;

export interface NeededPort {
  readonly port: number;
  readonly purpose: string;
}

/** Whether something on this machine accepts connections on `port`, over IPv4 or, if available, IPv6. */
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
    .map(({ port, purpose }) => `Port ${port} (${purpose}) is taken. To see what uses it: lsof -i :${port}`);
}
