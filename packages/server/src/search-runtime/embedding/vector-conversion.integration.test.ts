import { decodeVector, encodeVector } from '@tessera/search-engine';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.js';
import { startSuiteService } from '../../testing/service.js';
import { convertVectors } from './vector-conversion.js';

const service = await startSuiteService();
const { log, database } = service.services;
const workspace = await service.createWorkspace();
const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: workspace.token, body });

const asOwner = <Row>(statement: string, values: unknown[] = []) =>
  database.asSystem((transaction) => transaction.query<Row>(statement, values));

/** Any vectors of 1 to 9 dimensions, so that some have as many bytes as others have floats. */
const floats = Array.from({ length: 450 }, (_, n) =>
  Float32Array.from({ length: 1 + (n % 9) }, (_, at) => Math.sin(7 * n + at)),
);
const bytesOf = (vector: Float32Array) => Buffer.from(Uint8Array.from(new Uint8Array(vector.buffer)));

async function storeFloats(name: string): Promise<void> {
  await call('POST', '/collections', { name });
  await call('POST', `/collections/${name}/import`, { records: floats.map((_, id) => ({ id, name: `Lamp ${id}` })) });
  await asOwner(
    `update records r set vector = f.vector from unnest($1::text[], $2::bytea[]) f (id, vector), collections c
     where c.id = r.collection_id and c.name = $3 and r.external_id = f.id`,
    [floats.map((_, id) => String(id)), floats.map(bytesOf), name],
  );
}

async function storedVectors(name: string): Promise<Uint8Array[]> {
  const rows = await asOwner<{ vector: Buffer }>(
    `select r.vector from records r join collections c on c.id = r.collection_id
     where c.name = $1 order by r.external_id::int`,
    [name],
  );
  return rows.map(({ vector }) => Uint8Array.from(vector));
}

const encoded = floats.map((vector) => encodeVector(vector));

it('convertVectors > stores what a new vector would be, once, and changes nothing else', async () => {
  await storeFloats('lamps');
  const rest =
    'select external_id, change_mark, version, updated_at, vector_text_hash from records order by external_id';
  const before = await asOwner(rest);
  await convertVectors({ database, log });
  expect(await storedVectors('lamps')).toEqual(encoded);
  expect(await asOwner(rest)).toEqual(before);
  await convertVectors({ database, log });
  expect(await storedVectors('lamps')).toEqual(encoded);
});

it('convertVectors > stops after a batch, and the next run continues', async () => {
  await storeFloats('torches');
  const stopping = new AbortController();
  const interrupted: Database = {
    ...database,
    inWorkspace: async (...given) => {
      stopping.abort();
      return database.inWorkspace(...given);
    },
  };
  await convertVectors({ database: interrupted, log }, stopping.signal);
  const left = (await storedVectors('torches')).filter(({ length }) => length % 4 === 0);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(floats.length);
  await convertVectors({ database, log });
  expect(await storedVectors('torches')).toEqual(encoded);
});

it('convertVectors > leaves the answers of a query as they are', async () => {
  await call('POST', '/collections', { name: 'shelves' });
  const records = ['Oak shelf', 'Brass lamp', 'Pewter candle holder'].map((name, id) => ({ id, name }));
  await call('POST', '/collections/shelves/import', { records });
  const answer = async () => (await call('POST', '/collections/shelves/query', { query: 'brasss llamp' })).body.results;
  const before = await answer();
  const rows = await asOwner<{ external_id: string; vector: Buffer }>(
    `select r.external_id, r.vector from records r join collections c on c.id = r.collection_id where c.name = 'shelves'`,
  );
  await asOwner(
    `update records r set vector = f.vector from unnest($1::text[], $2::bytea[]) f (id, vector), collections c
     where c.id = r.collection_id and c.name = 'shelves' and r.external_id = f.id`,
    [rows.map(({ external_id: id }) => id), rows.map(({ vector }) => bytesOf(decodeVector(vector)))],
  );
  await convertVectors({ database, log });
  await call('PATCH', '/collections/shelves', { synonyms: [['lamp', 'light']] });
  await call('PATCH', '/collections/shelves', { synonyms: [] });
  expect(await answer()).toEqual(before);
});

it('convertVectors > converts the vectors of documents', async () => {
  await call('POST', '/repos', { name: 'guide' });
  await call('PUT', '/documents/content', { path: 'guide/lamps.md', text: '# Lamps\n\nBrass lamps.', base: 'any' });
  await call('POST', '/documents/search', { query: 'brass lamps' });
  const stored = () => asOwner<{ vector: Buffer }>('select vector from document_chunks where vector is not null');
  await expect.poll(stored, { timeout: 30_000 }).toHaveLength(1);
  const before = await stored();
  await asOwner('update document_chunks set vector = $1', [bytesOf(decodeVector(before[0]?.vector as Buffer))]);
  await convertVectors({ database, log });
  expect(await stored()).toEqual(before);
});
