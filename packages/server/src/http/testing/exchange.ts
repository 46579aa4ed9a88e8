import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/**
 * Sends raw bytes to a local server. Returns what it receives until the server closes the connection or `enough`
 * matches. Endless parts are sent until then.
 */
export async function exchange(
  server: Server,
  chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  enough?: RegExp,
): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  // The service may close the connection while the test still sends.
  socket.on('error', () => undefined);
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (enough?.test(received)) {
        socket.destroy();
      }
    });
  });
  for await (const part of chunks) {
    if (socket.destroyed) {
      break;
    }
    socket.write(part);
  }
  await done;
  return received;
}
