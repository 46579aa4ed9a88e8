import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limits } from '@tessera/contract';
import { errors, type ServiceError } from '../platform/errors.js';

/** Minimum speed of arriving requests. */
export interface ArrivalLimits {
  readonly headersMs: number;
  /** Time for a body of up to `limits.bodyBytes`. For a larger body, the minimum rate applies after this time. */
  readonly bodyMs: number;
  readonly bytesPerSecond: number;
  /** Interval between checks. */
  readonly checkMs: number;
  /** Time for a refused client to finish sending and read the response before the connection is closed. */
  readonly lingerMs: number;
}

/** The limits that the service uses; tests use shorter times. */
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
 * Watches request bodies while they arrive. The stream of a slow body fails with `request_timeout`. Time in which the
 * service does not read does not count. After `brokenOff`, the streams of all bodies fail with `unavailable`.
 */
export function watchBodies(
  server: Server,
  { bodyMs, bytesPerSecond, checkMs }: ArrivalLimits,
  brokenOff?: AbortSignal,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const arriving = new Map<IncomingMessage, Arrival>();
  let checkedAt = performance.now();
  const fail = (incoming: IncomingMessage, reason: ServiceError): void => {
    arriving.delete(incoming);
    incoming.emit('error', reason);
    // Adding chunks to a failed web stream would throw.
    incoming.removeAllListeners('data');
  };
  brokenOff?.addEventListener('abort', () => {
    for (const [incoming] of [...arriving].filter((each) => isAwaited(...each))) {
      fail(incoming, errors.unavailable());
    }
  });
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
        fail(incoming, errors.requestTimeout());
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

/** Whether a reader waits for more of the body, so that an error would reach it. */
function isAwaited(incoming: IncomingMessage, { outgoing }: Arrival): boolean {
  const isRead = incoming.readableFlowing === true && incoming.listenerCount('error') > 0;
  return isRead && !incoming.complete && !outgoing.headersSent;
}
