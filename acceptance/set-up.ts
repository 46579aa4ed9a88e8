import { chromium } from 'playwright-core';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.mjs';
import { createDatabase, startService, type Target } from './service.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service that every scenario uses. */
    target: Target;
    /** Endpoint of the shared browser; undefined without chromium. */
    browserEndpoint: string | undefined;
  }
}

/** Starts the shared service and browser, and stops them afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopService, stopBrowser] = await Promise.all([provideService(project), provideBrowser(project)]);
  return async () => {
    await stopBrowser();
    await stopService();
  };
}

/**
 * The service at `ACCEPTANCE_URL` with `ACCEPTANCE_OPERATOR_TOKEN`, otherwise the build on a database of the test run's
 * cluster.
 */
async function provideService(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.ACCEPTANCE_URL?.replace(/\/+$/, '');
  if (url) {
    const operatorToken = process.env.ACCEPTANCE_OPERATOR_TOKEN;
    if (!operatorToken)
      throw new Error('ACCEPTANCE_URL needs ACCEPTANCE_OPERATOR_TOKEN, the operator token of that service.');
    project.provide('target', { url, operatorToken, dataFolder: undefined });
    return () => Promise.resolve();
  }
  const databaseUrl = await createDatabase(project.getProvidedContext().postgresUrl);
  const service = await startService({ databaseUrl });
  const { operatorToken, dataFolder } = service;
  project.provide('target', { url: service.url, operatorToken, dataFolder });
  return service.dispose;
}

/**
 * Chromium runs without a sandbox, which does not work as root; it opens only the service under test. A tab lives for a
 * few seconds, in which optimizing its scripts takes a quarter of its processor time.
 */
async function provideBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return () => Promise.resolve();
  const args = ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt --no-maglev'];
  const server = await chromium.launchServer({ executablePath, args });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
