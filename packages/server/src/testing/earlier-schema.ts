import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { migrate } from '../platform/database/migrate.js';
import { withClient } from './database.js';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Migrates an empty database as an earlier version did, of which this migration was the last. */
export async function migrateUpTo(connection: pg.ClientConfig, last: string): Promise<void> {
  const names = readdirSync(folder);
  if (!names.includes(last)) {
    throw new Error(`there is no migration ${last}`);
  }
  const later = names.filter((name) => name > last);
  const checksums = later.map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  );
  // As if they had been applied, so that they are passed over for once.
  await withClient(connection, async (client) => {
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await client.query('insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])', [
      later,
      checksums,
    ]);
  });
  await migrate(connection);
  await withClient(connection, (client) =>
    client.query('delete from schema_migrations where name = any ($1)', [later]),
  );
}

/** Adds a workspace to a database of an earlier version. */
export async function addWorkspace(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `insert into workspaces (id, slug, name, reader_seats, billing_active, created_at) values ($1, $2, $2, 1, true, now())`,
    [id, `w-${id}`],
  );
}

/** Adds an empty collection to a database of an earlier version. */
export async function addCollection(
  client: pg.Client,
  { workspaceId, collectionId, name }: { workspaceId: string; collectionId: string; name: string },
): Promise<void> {
  await client.query(
    `insert into collections (workspace_id, id, name, ingest_secret_hash, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now())`,
    [workspaceId, collectionId, name, Buffer.from(collectionId)],
  );
}
