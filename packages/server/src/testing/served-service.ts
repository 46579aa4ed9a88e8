import type { Server } from 'node:http';
import { afterAll } from 'vitest';
import type { ServerOptions } from '../http/server.js';
import { serve } from '../http/testing/serve.js';
import { startSuiteService, type TestService } from './service.js';

/** A test service that listens on a free port of this machine. */
export interface ServedTestService extends TestService {
  readonly server: Server;
  readonly url: string;
}

/** Starts a service with a socket for the tests of a file or `describe`, and closes it after the last test. */
export async function startServedService(
  environment: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<ServedTestService> {
  const service = await startSuiteService(environment);
  const { server, url, close } = await serve(service, options);
  afterAll(close);
  return { ...service, server, url };
}
