import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limits } from '@tessera/contract';
import { errors } from '../platform/errors.js';

/** How fast requests have to arrive. */
export interface ArrivalLimits {
  readonly headersMs: number;
  /** For a body of up to `limits.bodyBytes`; a larger one gets it before its rate counts. */
  readonly bodyMs: number;
  readonly bytesPerSecond: number;
  /** Pause between two checks. */
  readonly checkMs: number;
  /** How long a refused client that still sends has to finish, or to read the answer, before the connection is closed. */
  readonly lingerMs: number;
}

/** What the service takes. */
export const arrivalLimits: ArrivalLimits = {
  headersMs: limits.headersSeconds * 1_000,
  bodyMs: limits.bodySeconds * 1_000,
  bytesPerSecond: limits.bodyBytesPerSecond,
  checkMs: 1_000,
  lingerMs: 2_000,
};

interface Arrival {
  readonly outgoing: ServerResponse;
  readonly bytesBefore: number;
  readonly isSmall: boolean;
  awaitedMs: number;
}

/**
 * Watches bodies arrive. The reader of one that is too slow gets `request_timeout` as the error of its stream. Time in
 * which the service does not read does not count.
 */
export function watchBodies(
  server: Server,
  { bodyMs, bytesPerSecond, checkMs }: ArrivalLimits,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const arriving = new Map<IncomingMessage, Arrival>();
  let checkedAt = performance.now();
  const checks = setInterval(() => {
    const passedMs = performance.now() - checkedAt;
    checkedAt += passedMs;
    for (const [incoming, arrival] of arriving) {
      if (!isAwaited(incoming, arrival)) {
        continue;
      }
      arrival.awaitedMs += passedMs;
      const bytes = incoming.socket.bytesRead - arrival.bytesBefore;
      const allowedMs = bodyMs + (arrival.isSmall ? 0 : (bytes / bytesPerSecond) * 1_000);
      if (arrival.awaitedMs > allowedMs) {
        arriving.delete(incoming);
        incoming.emit('error', errors.requestTimeout());
        // A web stream that has failed throws on further chunks.
        incoming.removeAllListeners('data');
      }
    }
  }, checkMs).unref();
  server.once('close', () => clearInterval(checks));
  return (incoming, outgoing) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
    if (encoding === undefined && (length === undefined || length === '0')) {
      return;
    }
    const isSmall = Number(length ?? Number.POSITIVE_INFINITY) <= limits.bodyBytes;
    arriving.set(incoming, { outgoing, bytesBefore: incoming.socket.bytesRead, isSmall, awaitedMs: 0 });
    incoming.once('close', () => arriving.delete(incoming));
  };
}

/** Whether someone waits for more of a body, and would hear of an error. */
function isAwaited(incoming: IncomingMessage, { outgoing }: Arrival): boolean {
  const isRead = incoming.readableFlowing === true && incoming.listenerCount('error') > 0;
  return isRead && !incoming.complete && !outgoing.headersSent;
}
