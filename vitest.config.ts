import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { postgresAvailable } from './scripts/testing/postgres-binaries.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const packages = readdirSync(`${root}packages`);

/** Tests read sources, not builds: only worker threads and the acceptance tests need `npm run build` first. */
const resolve = {
  alias: packages.map((name) => ({ find: `@tessera/${name}`, replacement: `${root}packages/${name}/src/index.ts` })),
};

const unit = ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx'];
const integration = ['packages/*/src/**/*.integration.test.ts'];
/** Clients know nothing of engines, so their tests run on one. */
const serverIntegration = ['packages/server/src/**/*.integration.test.ts'];
const patient = { testTimeout: 180_000, hookTimeout: 240_000 };

const postgresSetup = 'scripts/testing/postgres-set-up.ts';
const acceptanceSetup = ['acceptance/set-up.ts', ...(postgresAvailable() ? [postgresSetup] : [])];

const projects = [
  { resolve, test: { name: 'unit', include: unit, exclude: integration, ...patient } },
  { resolve, test: { name: 'pglite', include: integration, env: { TEST_ENGINE: 'pglite' }, ...patient } },
  {
    resolve,
    test: {
      name: 'postgres',
      include: serverIntegration,
      env: { TEST_ENGINE: 'postgres' },
      globalSetup: [postgresSetup],
      ...patient,
    },
  },
  {
    resolve,
    test: {
      name: 'acceptance',
      include: ['acceptance/**/*.test.ts', 'examples/**/*.test.ts'],
      globalSetup: acceptanceSetup,
      ...patient,
    },
  },
  { resolve, test: { name: 'repository', include: ['scripts/**/*.test.ts'], ...patient } },
];

export default defineConfig({
  test: {
    // Two at most: an embedded database takes some 300 MB and a core for itself.
    maxWorkers: 2,
    projects: projects.filter(({ test }) => test.name !== 'postgres' || postgresAvailable()),
  },
});
