import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '../../../http/server.js';
import type { TestService } from '../../../testing/service.js';

/** A test service that listens, as git needs it. */
export interface Served {
  readonly url: string;
  /** The address of a repo with a token in it, as git takes it. */
  remote(slug: string, repo: string, token: string): string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function serve(service: TestService): Promise<Served> {
  const server = createHttpServer(service.app.http.fetch);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    remote: (slug, repo, token) => `http://git:${token}@${host}/git/${slug}/${repo}.git`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
