import type { Server } from 'node:http';
import type { ServerOptions } from '../http/server.js';
import { serve } from '../http/testing/serve.js';
import { startTestService, type TestService } from './service.js';

/** A test service that listens on a free port of this machine; closing it closes the socket first. */
export interface ServedTestService extends TestService {
  readonly server: Server;
  readonly url: string;
}

/** Starts the service for a test file that needs a socket. */
export async function startServedService(
  environment: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<ServedTestService> {
  const service = await startTestService(environment);
  const { server, url, close } = await serve(service, options);
  return {
    ...service,
    server,
    url,
    close: async () => {
      await close();
      await service.close();
    },
  };
}
