import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { sharedDatabaseUrl, startService, type Target } from './service.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that every scenario talks to. */
    target: Target;
  }
}

/**
 * Provides the service under test: the one at `ACCEPTANCE_URL` with `ACCEPTANCE_OPERATOR_TOKEN`, else the build, started
 * on a fresh data folder and ended afterwards.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.ACCEPTANCE_URL?.replace(/\/+$/, '');
  if (url) {
    const operatorToken = process.env.ACCEPTANCE_OPERATOR_TOKEN;
    if (!operatorToken)
      throw new Error('ACCEPTANCE_URL needs ACCEPTANCE_OPERATOR_TOKEN, the operator token of that service.');
    project.provide('target', { url, operatorToken });
    return undefined;
  }
  const service = await startService({ databaseUrl: sharedDatabaseUrl });
  project.provide('target', { url: service.url, operatorToken: service.operatorToken });
  return service.dispose;
}
