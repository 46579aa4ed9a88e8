import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgresCluster } from './postgres-cluster.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the PostgreSQL in which integration tests may create databases. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up: provides `postgresUrl` from `TEST_DATABASE_URL` or of a temporary cluster. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const cluster = await startPostgresCluster();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
