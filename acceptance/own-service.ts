import { inject } from 'vitest';
import { createDatabase, type OwnService, type ServiceOptions, startService } from './service.js';

/** Starts a service for a single test file, with an empty database. */
export async function startOwnService(options: Pick<ServiceOptions, 'settings'> = {}): Promise<OwnService> {
  const postgresUrl = inject('postgresUrl');
  return startService({ ...options, databaseUrl: await createDatabase(postgresUrl) });
}
