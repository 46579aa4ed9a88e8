import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.js';
import { type EmptyDatabase, openEmptyDatabase, withClient } from '../../testing/database.js';
import { addCollection, addWorkspace, migrateUpTo } from '../../testing/earlier-schema.js';

let empty: EmptyDatabase;
const [workspaceId, collectionId] = [randomUUID(), randomUUID()];

/** Records of the version before: what was embedded of each, and whether it waits to be embedded anew. */
const earlier = {
  changed: { embedded: 'What it said before', pending: true },
  unchanged: { embedded: 'Brass lamp', pending: true },
  kept: { embedded: 'What it said before', pending: false },
  fresh: { embedded: null, pending: true },
} as const;

beforeAll(async () => {
  empty = await openEmptyDatabase();
  await migrateUpTo(empty.connection, '0021_field_hashes.sql');
  await withClient(empty.connection, async (client) => {
    await addWorkspace(client, workspaceId);
    await addCollection(client, { workspaceId, collectionId, name: 'lamps' });
    for (const [id, { embedded, pending }] of Object.entries(earlier)) {
      const hash = embedded === null ? null : createHash('md5').update(embedded).digest();
      await client.query(
        `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date, embed_text,
           vector, vector_text_hash, vector_embedder, pending, created_at, updated_at)
         values ($1, $2, $3, '{}', $4, now(), 'Brass lamp', $5, $6, $7, $8, now(), now())`,
        [
          workspaceId,
          collectionId,
          id,
          Buffer.from(id),
          embedded && Buffer.alloc(4),
          hash,
          embedded && 'builtin',
          pending,
        ],
      );
    }
  });
  expect(await migrate(empty.connection)).toContain('0022_former_texts.sql');
});
afterAll(() => empty.close());

it('an upgrade takes the vectors of what records said before, and no other', async () => {
  const rows = await withClient(empty.connection, (client) =>
    client.query(
      `select external_id as id from records where vector is not null and vector_text_hash is not null
         and vector_embedder is not null order by external_id`,
    ),
  );
  expect(rows.rows.map(({ id }: { id: string }) => id)).toEqual(['kept', 'unchanged']);
});
