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
const conformance = ['packages/*/src/**/*.conformance.test.ts'];
const integration = ['packages/*/src/**/*.integration.test.ts', ...conformance];
const patient = { testTimeout: 180_000, hookTimeout: 240_000 };

const engines = postgresAvailable() ? ['postgres', 'pglite'] : ['pglite'];
/** Integration tests run on one engine, and the conformance suite among them also on the other one, if there is one. */
const engine = process.env.TEST_ENGINE ?? String(engines[0]);
const otherEngine = engines.find((other) => other !== engine);

const postgresSetup = 'scripts/testing/postgres-set-up.ts';
const acceptanceSetup = ['acceptance/set-up.ts', ...(postgresAvailable() ? [postgresSetup] : [])];

function onEngine(TEST_ENGINE: string) {
  const globalSetup = TEST_ENGINE === 'postgres' ? [postgresSetup] : [];
  return { env: { TEST_ENGINE }, globalSetup, isolate: false, ...patient };
}

const projects = [
  { resolve, test: { name: 'unit', include: unit, exclude: integration, isolate: false, ...patient } },
  { resolve, test: { name: 'integration', include: integration, ...onEngine(engine) } },
  ...(otherEngine === undefined
    ? []
    : [{ resolve, test: { name: 'conformance', include: conformance, ...onEngine(otherEngine) } }]),
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
    projects,
  },
});
