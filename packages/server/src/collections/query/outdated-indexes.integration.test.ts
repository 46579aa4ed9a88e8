import { compileSlice } from '@tessera/resolver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../platform/database/database.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { SearchIndexes } from './indexes.js';

const question = { text: 'lamp', vectors: new Map<string, Float32Array>(), limit: 5 };
const slice = { compiled: compileSlice([{ name: 'Brass lamp' }], {}), listedIn: null };

let service: TestService;
let workspace: CallersWorkspace;
let indexes: SearchIndexes;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  for (const name of ['lamps', 'desks']) {
    ids[name] = (await workspace.must('POST', '/collections', { name })).id;
    const records = [
      { id: 1, name: 'Brass lamp' },
      { id: 2, name: 'Oak desk' },
    ];
    await workspace.must('POST', `/collections/${name}/import`, { records });
  }
});
afterAll(() => service.close());
beforeEach(() => {
  const { database, log } = service.services;
  indexes = new SearchIndexes({ database, log, embedderId: 'none', answerStepMs: 0, memoryBytes: 1e9 });
  return () => indexes.close();
});

const placeOf = (name: string, identityVersion: number, of: typeof slice | null = null) => ({
  workspaceId: workspace.id,
  collectionId: ids[name] ?? '',
  identityVersion,
  slice: of,
});

function ask(identityVersion: number, beforeAnswer: () => Promise<void> = async () => undefined) {
  return service.services.database.inWorkspace(workspace.id, (transaction) => {
    const late: Transaction = {
      ...transaction,
      query: async <Row>(...statement: Parameters<typeof transaction.query>) => {
        const rows = await transaction.query<Row>(...statement);
        await beforeAnswer();
        return rows;
      },
    };
    return indexes.ask(late, placeOf('lamps', identityVersion), { asks: 'search', question });
  });
}

describe('an index of records that take other ids, identifiers or dates', () => {
  it('goes, with those of slices, once there is one of a later version, and no other goes', async () => {
    for (const place of [placeOf('lamps', 1), placeOf('lamps', 1, slice), placeOf('desks', 1)]) {
      await indexes.prepare(place, []);
    }
    expect(indexes.statistics()).toMatchObject({ indexes: 3, records: 5 });
    await indexes.prepare(placeOf('lamps', 2), []);
    expect(indexes.statistics()).toMatchObject({ indexes: 2, records: 4 });
    expect(indexes.slices()).toEqual([]);
    await indexes.prepare(placeOf('lamps', 2, slice), []);
    expect(indexes.statistics()).toMatchObject({ indexes: 3, records: 5 });
  });

  it('does not come again where one of a later version is there already, or there first', async () => {
    await Promise.all([indexes.prepare(placeOf('lamps', 1), []), indexes.prepare(placeOf('lamps', 2), [])]);
    await indexes.prepare(placeOf('lamps', 1), slice.compiled);
    expect(indexes.statistics()).toMatchObject({ indexes: 1, records: 2 });
    expect(await ask(1)).toBeUndefined();
    expect((await ask(2))?.hits).toHaveLength(2);
  });

  // The embedded engine has one connection, which the asking transaction holds.
  it.skipIf(process.env.TEST_ENGINE === 'pglite')(
    'that is being asked when it goes has whoever asks find the later one',
    async () => {
      await indexes.prepare(placeOf('lamps', 1), []);
      expect(await ask(1, () => indexes.prepare(placeOf('lamps', 2), []))).toBeUndefined();
      expect((await ask(2))?.hits).toHaveLength(2);
    },
  );
});
