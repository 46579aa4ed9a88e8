import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, proxiesIn } from './client-address.js';

/** How many connections are open at a time. */
export interface ConnectionLimits {
  readonly all: number;
  /** Of one client address. */
  readonly perAddress: number;
  /** Proxies bring the connections of many clients; see `SVC_TRUSTED_PROXIES`. */
  readonly trustedProxies: readonly string[];
}

/** Closes connections at once that are more than the service or one client address may hold. */
export function limitConnections(server: Server, { all, perAddress, trustedProxies }: ConnectionLimits): void {
  const isTrusted = proxiesIn(trustedProxies);
  const open = new Map<string, number>();
  server.maxConnections = all;
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress;
    if (remote === undefined || isTrusted(remote)) {
      return;
    }
    const address = clientAddress(remote, undefined, isTrusted);
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) {
        open.delete(address);
      } else {
        open.set(address, left);
      }
    });
  });
}
