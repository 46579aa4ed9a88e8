import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits for responses that clients do not read. */
export interface UnreadLimits {
  /** Time in which a client must read some of a response. */
  readonly unreadMs: number;
  /** Bytes of responses that all clients together have not read. */
  readonly unreadBytes: number;
  readonly checkMs: number;
}

/**
 * Closes connections whose client reads nothing of a response for some time. Above the limit of bytes, closes those with
 * the most unread bytes, because unread responses stay in memory.
 */
export function limitUnread(server: Server, { unreadMs, unreadBytes, checkMs }: UnreadLimits): void {
  server.setTimeout(unreadMs, (socket) => {
    // A connection between two requests has the time limit of kept connections. One with a request and nothing to send
    // waits for the service.
    if (socket.writableLength > 0 || socket.timeout !== unreadMs) {
      socket.destroy();
    }
  });
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const checks = setInterval(() => closeLargest(open, unreadBytes), checkMs).unref();
  server.once('close', () => clearInterval(checks));
}

function closeLargest(open: ReadonlySet<Socket>, maxBytes: number): void {
  const unread = [...open].filter(({ writableLength }) => writableLength > 0);
  let bytes = unread.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (bytes <= maxBytes) {
    return;
  }
  for (const socket of unread.sort((one, other) => other.writableLength - one.writableLength)) {
    if (bytes <= maxBytes) {
      return;
    }
    bytes -= socket.writableLength;
    socket.destroy();
  }
}
