import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../testing/service.js';
import { createHttpServer, type ServerOptions } from '../server.js';

/** A test service that listens in the same way as the released service. */
export interface ServedService {
  readonly server: Server;
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free local port. */
export async function serve(service: Pick<TestService, 'app'>, options: ServerOptions = {}): Promise<ServedService> {
  const server = createHttpServer((request, connection) => service.app.http.fetch(request, connection), options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
