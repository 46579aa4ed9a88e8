import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinEmbedder } from '@tessera/resolver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../platform/log.js';
import { startTestService, type TestService, type TestWorkspace } from '../../../testing/service.js';
import { findState } from './index-queries.js';
import type { IndexTarget } from './index-target.js';
import { createTestIndexes, idsFound } from './testing/test-indexes.js';

describe('stored index', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let collectionId: string;
  let folder: string;
  let logLines: string[] = [];

  const post = (path: string, body: unknown) => service.call('POST', path, { token: workspace.token, body });

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'tessera-stored-')), 'indexes');
    service = await startTestService();
    workspace = await service.createWorkspace();
    collectionId = (await post('/collections', { name: 'desks' })).body.id;
    for (let page = 0; page < 4; page += 1) {
      const records = Array.from({ length: 500 }, (_, index) => ({
        id: `${page}-${index}`,
        name: `desk number ${page * 500 + index}`,
      }));
      await post('/collections/desks/import', { records });
    }
    await inAnotherRun(async () => undefined);
  });
  afterAll(async () => {
    await service.close();
    await rm(join(folder, '..'), { recursive: true });
  });
  beforeEach(() => {
    logLines = [];
  });

  const newIndexes = (clock?: () => Date) => {
    const { database } = service.services;
    const logged = { info: (_: unknown, text: string) => logLines.push(text), debug: () => undefined };
    const log = logged as unknown as Log;
    return createTestIndexes({ database, log, folder, embedderId: builtinEmbedder.id, ...(clock && { clock }) });
  };
  const currentTarget = () =>
    service.services.database.inWorkspace(workspace.id, async (transaction): Promise<IndexTarget> => {
      const state = await findState(transaction, collectionId);
      const { index_version: indexVersion = 1, change_mark: sequenceNumber = 0 } = state ?? {};
      return { workspaceId: workspace.id, collectionId, indexVersion, sequenceNumber };
    });

  /** Starts a process, runs work with its indexes, and stores them when the process stops. */
  const inAnotherRun = async (work: (find: (text: string) => Promise<string | undefined>) => Promise<void>) => {
    const { indexes, close } = newIndexes();
    const target = await currentTarget();
    await indexes.ensureReady(target, []);
    const question = { vectors: new Map(), slice: null, filter: undefined, limit: 1 };
    await work(async (text) => {
      const found = await indexes.search(target, [{ ...question, text }]);
      return idsFound(found)?.[0];
    });
    await close();
  };
  const storedFile = async () => join(folder, (await readdir(folder))[0] ?? 'none');

  it('is used by the next process, with later writes, and its file is private', async () => {
    expect((await stat(await storedFile())).mode & 0o777).toBe(0o600);
    await post('/collections/desks/records', { records: [{ id: 'new', name: 'violet chandelier' }] });
    await inAnotherRun(async (find) => {
      expect(await readdir(folder)).toHaveLength(1);
      expect(await find('desk number 1234')).toBe('2-234');
      expect(await find('violet chandelier')).toBe('new');
    });
    expect(logLines).toEqual(['restored a search index']);
  });

  it('is not used after the database was restored from a backup', async () => {
    await service.services.database.inWorkspace(workspace.id, (transaction) =>
      transaction.query(
        `update records set embed_text = 'crimson sofa', updated_at = updated_at + interval '1 s'
         where workspace_id = $1 and collection_id = $2 and external_id = '3-7'`,
        [workspace.id, collectionId],
      ),
    );
    await inAnotherRun(async (find) => {
      expect(await find('crimson sofa')).toBe('3-7');
    });
    expect(logLines).toEqual(['built a search index']);
  });

  it('is not used if it is damaged', async () => {
    const file = await storedFile();
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 1_000));
    await inAnotherRun(async (find) => {
      expect(await find('desk number 1234')).toBe('2-234');
    });
    expect(logLines).toEqual(['built a search index']);
  });

  it('is stored while the process runs, and again when a tenth of its records has changed', async () => {
    const { indexes, close } = newIndexes();
    const storedAt = async () => {
      await indexes.ensureReady(await currentTarget(), []);
      await indexes.store();
      return (await stat(await storedFile())).mtimeMs;
    };
    const writeRecords = (count: number, name: string) => {
      const records = Array.from({ length: count }, (_, index) => ({ id: `0-${index}`, name: `${name} ${index}` }));
      return post('/collections/desks/import', { records });
    };
    await rm(folder, { recursive: true });
    const first = await storedAt();
    await writeRecords(100, 'few');
    expect(await storedAt()).toBe(first);
    await writeRecords(300, 'many');
    const second = await storedAt();
    expect(second).toBeGreaterThan(first);
    await writeRecords(1, 'one');
    expect(await storedAt()).toBe(second);
    await close();
    expect((await stat(await storedFile())).mtimeMs).toBeGreaterThan(second);
  });

  it('is stored and dropped after some minutes without use, and read again when needed', async () => {
    await rm(folder, { recursive: true });
    let minutes = 0;
    const { indexes, figure, close } = newIndexes(() => new Date(minutes * 60_000));
    await indexes.ensureReady(await currentTarget(), []);
    await indexes.store();
    const first = (await stat(await storedFile())).mtimeMs;
    await post('/collections/desks/records', { records: [{ id: 'late', name: 'amber wardrobe' }] });
    await indexes.ensureReady(await currentTarget(), []);
    minutes = 10;
    await indexes.store();
    expect(figure('tessera_indexes')).toBe(1);
    minutes = 11;
    await indexes.store();
    expect([figure('tessera_indexes'), figure('tessera_index_bytes')]).toEqual([0, 0]);
    expect((await stat(await storedFile())).mtimeMs).toBeGreaterThan(first);
    await indexes.store();
    logLines = [];
    const target = await currentTarget();
    await indexes.ensureReady(target, []);
    expect(logLines).toEqual(['restored a search index']);
    const question = { text: 'amber wardrobe', vectors: new Map(), slice: null, filter: undefined, limit: 1 };
    expect(idsFound(await indexes.search(target, [question]))).toEqual(['late']);
    await close();
  });

  it('is kept while other collections are queried, until its collection is deleted or unused for a day', async () => {
    const desks = collectionId;
    collectionId = (await post('/collections', { name: 'empty' })).body.id;
    await inAnotherRun(async () => undefined);
    const file = await storedFile();
    const dayBefore = new Date(Date.now() - 90_000_000);
    await utimes(file, dayBefore, dayBefore);
    await inAnotherRun(async () => undefined);
    expect(await readdir(folder)).toEqual([]);
    collectionId = desks;
    await inAnotherRun(async () => undefined);
    expect(await readdir(folder)).toHaveLength(1);
    await service.call('PATCH', '/collections/desks', { token: workspace.token, body: { history_days: 0 } });
    await service.call('DELETE', '/collections/desks', { token: workspace.token });
    await inAnotherRun(async () => undefined).catch(() => undefined);
    expect(await readdir(folder)).toEqual([]);
  });
});
