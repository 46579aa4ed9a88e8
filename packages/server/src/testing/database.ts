import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { openPostgres } from '../platform/database/postgres.js';
import { sessionOptions } from '../platform/database/session.js';
import { readSettings } from '../platform/settings.js';
import type { RoundTrips } from './round-trips.js';
import { namingDatabase } from './tenant-statements.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** A migrated, empty database for one test file, in the cluster of the test run. */
export interface TestDatabase {
  readonly database: Database;
  readonly isAnswering: () => Promise<boolean>;
  /** Connection string of the schema's owner, for a second process. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a database for a test file. It is a copy of a template that is migrated once for each state of the migrations.
 * Every statement of a request must name its workspace, unless `anyStatement` is set. `roundTrips` counts round trips.
 */
export async function openTestDatabase({
  anyStatement = false,
  roundTrips,
}: {
  readonly anyStatement?: boolean;
  readonly roundTrips?: RoundTrips;
} = {}): Promise<TestDatabase> {
  const opened = await openCopy(roundTrips);
  return anyStatement ? opened : { ...opened, database: namingDatabase(opened.database) };
}

async function openCopy(roundTrips: RoundTrips | undefined): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const template = `tessera_template_${schemaVersion()}`;
  const name = newName();
  await withClient({ connectionString: server }, async (client) => {
    await client.query('select pg_advisory_lock(4242)');
    const known = await client.query('select from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) {
      await client.query(`create database ${template}_draft`);
      await migrate({ connectionString: withDatabase(server, `${template}_draft`) });
      await client.query(`alter database ${template}_draft rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  const url = withDatabase(server, name);
  const database = openPostgres({
    engine: 'postgres',
    pool: {
      connectionString: url,
      max: 8,
      options: sessionOptions(readSettings({})),
      ...(roundTrips && { stream: () => roundTrips.watch(new Socket()) }),
    },
  });
  return {
    database,
    isAnswering: database.isAnswering,
    url,
    close: async () => {
      await database.close();
      await dropDatabase(server, name);
    },
  };
}

function newName(): string {
  return `tessera_test_${randomBytes(8).toString('hex')}`;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await withClient({ connectionString: server }, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
}

/** Runs some work over a new connection. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** A digest of all migrations. It changes with each new one. */
function schemaVersion(): string {
  const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
