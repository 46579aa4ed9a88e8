import { buildApp } from '../../app.js';
import type { TestService } from '../../testing/service.js';
import { startServerProcess } from './server-process.js';

/**
 * One of two servers. It is a separate process, except on the embedded database: that allows one process only, so the
 * second server is another application in this process.
 */
export interface Served {
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts two servers on the database of a service. */
export function startTwoServers(service: TestService): Promise<[Served, Served]> {
  return Promise.all([serve(service), serve(service)]);
}

async function serve(service: TestService): Promise<Served> {
  const { url } = service.testDatabase;
  if (url === undefined) {
    const app = buildApp(service.services);
    return {
      send: async (path, init) => app.http.request(`http://tessera.test${path}`, init),
      stop: () => app.close(),
    };
  }
  const server = await startServerProcess(url);
  return { send: (path, init) => fetch(server.url + path, init), stop: server.stop };
}
