import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const packages = readdirSync(`${root}packages`);

/** Tests read sources, not builds: only worker threads and the acceptance tests need `npm run build` first. */
const resolve = {
  alias: packages.map((name) => ({ find: `@tessera/${name}`, replacement: `${root}packages/${name}/src/index.ts` })),
};

const unit = ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx'];
const integration = ['packages/*/src/**/*.integration.test.ts'];
// Node.js 20 aborts if a thread ends while its code is compiled in the background, and tests end hundreds of threads.
const execArgv = process.version.startsWith('v20.') ? ['--no-concurrent-recompilation'] : [];
/**
 * Files of a project share a worker's modules, so each must restore what it changes. Timeouts allow for a busy machine.
 */
const common = {
  isolate: false,
  setupFiles: ['scripts/testing/property-runs.ts'],
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  execArgv,
};

const postgresSetup = 'scripts/testing/postgres-set-up.ts';
const ofBuild = ['packages/*/src/**/*.acceptance.test.ts'];
const acceptance = [
  'acceptance/**/*.test.ts',
  'examples/**/*.test.ts',
  'clients/**/*.test.ts',
  'scripts/{backup,pack}.test.ts',
  ...ofBuild,
];

const projects = [
  { resolve, test: { name: 'unit', include: unit, exclude: [...integration, ...ofBuild], ...common } },
  { resolve, test: { name: 'integration', include: integration, globalSetup: [postgresSetup], ...common } },
  {
    resolve,
    test: { name: 'acceptance', include: acceptance, globalSetup: [postgresSetup, 'acceptance/set-up.ts'], ...common },
  },
  { resolve, test: { name: 'repository', include: ['scripts/**/*.test.ts'], exclude: acceptance, ...common } },
];

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because a worker often waits for a process, a browser or PostgreSQL.
    maxWorkers: 3,
    projects,
  },
});
