import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.js';
import { type EmptyDatabase, openEmptyDatabase, withClient } from '../../testing/database.js';
import { addCollection, addWorkspace, migrateUpTo } from '../../testing/earlier-schema.js';

let empty: EmptyDatabase;
const workspaceId = randomUUID();

/** Live records of the version before that a slice lists: whether they wait for their vectors, and their failed tries. */
const listed = [
  { id: 'waiting', pending: true, tries: 0 },
  { id: 'failed', pending: true, tries: 5 },
  { id: 'embedded', pending: false, tries: 0 },
];

/** A collection with a slice that a group holds; `deleted` are tombstones outside or inside it. */
async function addSharedCollection(client: pg.Client, name: string, deleted: readonly string[]): Promise<void> {
  const [collectionId, sliceId, groupId] = [randomUUID(), randomUUID(), randomUUID()];
  await addCollection(client, { workspaceId, collectionId, name });
  await client.query(
    `insert into groups (workspace_id, id, name, paths, created_at, updated_at) values ($1, $2, $3, '{docs}', now(), now())`,
    [workspaceId, groupId, name],
  );
  await client.query(
    `insert into slices (workspace_id, collection_id, id, filter, field_types, known_to, touched_at)
     values ($1, $2, $3, '{"color": "red"}', '{}', null, now())`,
    [workspaceId, collectionId, sliceId],
  );
  await client.query(
    `insert into collection_grants (workspace_id, collection_id, group_id, permission, filter, slice_id, created_at, updated_at)
     values ($1, $2, $3, 'read', '{"color": "red"}', $4, now(), now())`,
    [workspaceId, collectionId, groupId, sliceId],
  );
  const gone = deleted.map((id) => ({ id, pending: true, tries: 0 }));
  for (const { id, pending, tries } of [...listed, ...gone]) {
    await client.query(
      `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date, embed_text, pending,
         embed_tries, tombstoned_at, created_at, updated_at)
       values ($1, $2, $3, '{"color": "red"}', $4, now(), 'Red', $5, $6, $7, now(), now())`,
      [workspaceId, collectionId, id, Buffer.from(id), pending, tries, deleted.includes(id) ? new Date() : null],
    );
  }
  await client.query('insert into slice_records select $1, $2, $3, unnest($4::text[])', [
    workspaceId,
    collectionId,
    sliceId,
    listed.map(({ id }) => id),
  ]);
}

beforeAll(async () => {
  empty = await openEmptyDatabase();
  await migrateUpTo(empty.connection, '0022_former_texts.sql');
  await withClient(empty.connection, async (client) => {
    await addWorkspace(client, workspaceId);
    await addSharedCollection(client, 'lamps', []);
    await addSharedCollection(client, 'tables', ['deleted']);
  });
  expect(await migrate(empty.connection)).toEqual(
    expect.arrayContaining(['0023_slice_tombstones.sql', '0024_slice_pending.sql']),
  );
});
afterAll(() => empty.close());

async function ask(statement: string): Promise<unknown[]> {
  return (await withClient(empty.connection, (client) => client.query(statement))).rows;
}

it('an upgrade begins slices anew where it is not known which deleted records they held, and no others', async () => {
  const held = `select c.name, s.id is not null as has_slice, (select count(*)::int from slice_records l where l.slice_id = s.id) as listed
    from collection_grants g join collections c on c.id = g.collection_id left join slices s on s.id = g.slice_id order by 1`;
  expect(await ask(held)).toEqual([
    { name: 'lamps', has_slice: true, listed: 3 },
    { name: 'tables', has_slice: false, listed: 0 },
  ]);
  expect(
    await ask(`select from slices s join collections c on c.id = s.collection_id where c.name = 'tables'`),
  ).toEqual([]);
});

it('an upgrade notes which records of a slice await embedding', async () => {
  expect(await ask('select external_id as id, embed_tries as tries from slice_pending order by 1')).toEqual([
    { id: 'failed', tries: 5 },
    { id: 'waiting', tries: 0 },
  ]);
});
