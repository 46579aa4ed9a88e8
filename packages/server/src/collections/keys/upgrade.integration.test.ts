import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.js';
import { type EmptyDatabase, openEmptyDatabase, withClient } from '../../testing/database.js';
import { addWorkspace, migrateUpTo } from '../../testing/earlier-schema.js';

interface Earlier {
  readonly configuration: object;
  /** Which identifier which record has. */
  readonly keys?: readonly (readonly [key: string, externalId: string])[];
  readonly rekeysIdentifiers?: boolean;
  readonly idChange?: string;
  readonly rekeyFrom?: string;
}

// The same ones in each collection, so that those of one could pass for those of another. The last record has none.
const keys = [
  ['A-1', '1'],
  ['A-1', '2'],
  ['B-2', '1'],
] as const;
const recordIds = ['1', '2', '3'];
const idChange = randomUUID();

/** Collections as the version before had them, each also in a second workspace. */
const earlier: Readonly<Record<string, Earlier>> = {
  'never configured': { configuration: {} },
  'fields taken back': { configuration: { id_match_fields: null } },
  'no fields': { configuration: { id_match_fields: [] } },
  'one field': { configuration: { id_match_fields: ['sku'] }, keys },
  'one field and no identifiers': { configuration: { id_match_fields: ['sku'] } },
  'two fields': { configuration: { id_match_fields: ['ean', 'SKU', 'ean'] }, keys },
  'records on their way': {
    configuration: { id_match_fields: ['sku'], id_field: 'other' },
    keys,
    idChange,
    rekeyFrom: '1',
  },
  'half of the identifiers': {
    configuration: { id_match_fields: ['sku'] },
    keys,
    rekeysIdentifiers: true,
    rekeyFrom: '2',
  },
  'half of the identifiers gone': {
    configuration: { id_match_fields: [] },
    keys,
    rekeysIdentifiers: true,
    rekeyFrom: '2',
  },
};

let empty: EmptyDatabase;

beforeAll(async () => {
  empty = await openEmptyDatabase();
  await migrateUpTo(empty.connection, '0017_prepared_ids.sql');
  await withClient(empty.connection, async (client) => {
    for (const workspaceId of [randomUUID(), randomUUID()]) {
      await addWorkspace(client, workspaceId);
      for (const [name, collection] of Object.entries(earlier)) {
        await insertEarlier(client, { workspaceId, name, collection });
      }
    }
  });
  expect(await migrate(empty.connection)).toContain('0018_key_sets.sql');
});
afterAll(() => empty.close());

async function insertEarlier(
  client: pg.Client,
  { workspaceId, name, collection }: { workspaceId: string; name: string; collection: Earlier },
): Promise<void> {
  const place = [workspaceId, randomUUID()];
  const { configuration, rekeysIdentifiers = false, idChange, rekeyFrom } = collection;
  await client.query(
    `insert into collections (workspace_id, id, name, configuration, ingest_secret_hash, created_at, updated_at,
       rekeys_identifiers, rekeys_ids, id_change, rekey_from)
     values ($1, $2, $3, $4, $5, now(), now(), $6, $7, $8, $9)`,
    [
      ...place,
      name,
      configuration,
      Buffer.from(`${workspaceId} ${name}`),
      rekeysIdentifiers,
      idChange !== undefined,
      idChange ?? null,
      rekeyFrom ?? null,
    ],
  );
  const of = (recordId: string) => (collection.keys ?? []).filter(([, id]) => id === recordId).map(([key]) => key);
  for (const id of recordIds) {
    await client.query(
      `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date, embed_text,
         identifiers, created_at, updated_at)
       values ($1, $2, $3, '{}', '', '2026-01-01', '', $4, now(), now())`,
      [...place, id, of(id)],
    );
    for (const key of of(id)) {
      await client.query('insert into record_keys values ($1, $2, $3, $4)', [...place, key, id]);
    }
  }
  if (idChange !== undefined) {
    await client.query(
      `insert into id_changes (workspace_id, collection_id, id, id_field, write_date_field, known_to, touched_at, retired_at)
       values ($1, $2, $3, 'other', 'write_date', null, now(), now())`,
      [...place, idChange],
    );
    await client.query(
      `insert into new_ids values ($1, $2, $3, '1', '1', 'other-1', false, '2026-02-01'), ($1, $2, $3, '3', '3', 'other-3', false, '2026-01-01')`,
      [...place, idChange],
    );
  }
}

/** What the upgrade has made of the collections of a name, one in each workspace. */
function upgraded(name: string) {
  return withClient(empty.connection, async (client) => {
    const { rows } = await client.query(
      `select c.rekey_from, c.key_set_id is not null as "hasIdentifiers",
         (select coalesce(json_agg(json_build_object('counts', s.id = c.key_set_id, 'fields', s.fields, 'known_to', s.known_to,
            'retired_at', s.retired_at)), '[]')
          from key_sets s where s.workspace_id = c.workspace_id and s.collection_id = c.id) as "keySets",
         (select coalesce(json_agg(json_build_array(k.key, k.external_id) order by k.key, k.external_id), '[]')
          from record_keys k where k.workspace_id = c.workspace_id and k.collection_id = c.id) as keys
       from collections c where c.name = $1`,
      [name],
    );
    return rows;
  });
}

/** The same for both workspaces. */
const twice = <Row>(row: Row): Row[] => [row, row];

describe('an upgrade from identifiers that were kept for one list of fields', () => {
  it.each([
    ['one field', ['sku'], keys],
    ['one field and no identifiers', ['sku'], []],
    ['two fields', ['SKU', 'ean'], keys],
    ['records on their way', ['sku'], keys],
  ])('loses none of a collection with %s, and they count at once', async (name, fields, kept) => {
    const keySets = [{ counts: true, fields, known_to: null, retired_at: null }];
    const rekey_from = earlier[name]?.rekeyFrom ?? null;
    expect(await upgraded(name)).toEqual(twice({ rekey_from, hasIdentifiers: true, keySets, keys: kept }));
  });

  it.each(['never configured', 'fields taken back', 'no fields'])('invents none for one with %s', async (name) => {
    expect(await upgraded(name)).toEqual(twice({ rekey_from: null, hasIdentifiers: false, keySets: [], keys: [] }));
  });

  it.each(['half of the identifiers', 'half of the identifiers gone'])(
    'takes none of one with %s for those of its fields, and leaves it to the background',
    async (name) => {
      expect(await upgraded(name)).toEqual(twice({ rekey_from: '2', hasIdentifiers: false, keySets: [], keys: [] }));
    },
  );

  it('has records that are on their way go on to the ids that they have', async () => {
    const changes = await withClient(empty.connection, async (client) => {
      const { rows } = await client.query(
        `select c.rekeys_ids, c.id_change, i.keeps_ids, array_agg(n.new_id order by n.new_id) as new_ids
         from collections c join id_changes i on i.workspace_id = c.workspace_id and i.collection_id = c.id and i.id = c.id_change
         join new_ids n on n.workspace_id = c.workspace_id and n.collection_id = c.id and n.change_id = i.id
         group by c.workspace_id, c.id, i.keeps_ids`,
      );
      return rows;
    });
    const new_ids = ['other-1', 'other-3'];
    expect(changes).toEqual(twice({ rekeys_ids: true, id_change: idChange, keeps_ids: false, new_ids }));
  });
});
