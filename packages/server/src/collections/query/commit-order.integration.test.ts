import type { JsonObject } from '@tessera/resolver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../platform/database/database.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { followSlices } from '../slices/follow.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

// Two transactions at a time, which the embedded database does not have.
describe.runIf(process.env.TEST_ENGINE === 'postgres')(
  'an index follows transactions that end in another order',
  () => {
    let service: TestService;
    let workspace: CallersWorkspace;
    let caller: Caller;
    beforeAll(async () => {
      service = await startTestService();
      workspace = await callersWorkspace(service);
      caller = await workspace.sliceOf('lamps', { color: 'red' });
      const records = Array.from({ length: 5 }, (_, n) => ({ id: `${n}`, name: `Lamp ${n}`, color: 'red' }));
      await workspace.must('POST', '/collections/lamps/import', { records });
      await workspace.must('POST', '/collections/lamps/query', { query: 'lamp' }, caller);
    });
    afterAll(() => service.close());

    /** A transaction that has begun to write, and what ends it after a last statement. */
    async function openTransaction(): Promise<(last: (transaction: Transaction) => Promise<unknown>) => Promise<void>> {
      let end: (last: (transaction: Transaction) => Promise<unknown>) => void = () => undefined;
      const last = new Promise<Parameters<typeof end>[0]>((resolve) => {
        end = resolve;
      });
      let done: Promise<unknown> = Promise.resolve();
      await new Promise<void>((begun) => {
        done = service.services.database.inWorkspace(workspace.id, async (transaction) => {
          await transaction.query('select pg_current_xact_id()');
          begun();
          await (await last)(transaction);
        });
      });
      return async (statement) => {
        end(statement);
        await done;
      };
    }

    /** Writes a record as writers do, who are not held up by each other. */
    const recolor = (id: string, color: string) => async (transaction: Transaction) => {
      const [row] = await transaction.query<{ collectionId: string; record: JsonObject; writeDate: Date }>(
        `update records set attributes = attributes || jsonb_build_object('color', $2::text) where external_id = $1
         returning collection_id as "collectionId", attributes as record, write_date as "writeDate"`,
        [id, color],
      );
      if (row !== undefined) {
        const slices = await followSlices(transaction, { workspaceId: workspace.id, collectionId: row.collectionId });
        await slices.follow(transaction, [{ ...row, externalId: id, isUpdate: true }]);
      }
    };
    const count = async () =>
      (await workspace.must('GET', '/collections/lamps/records?limit=1', undefined, caller)).count;

    it('takes the last change of a record for the later one, also where its transaction began first', async () => {
      const endFirst = await openTransaction();
      const endSecond = await openTransaction();
      await endSecond(recolor('0', 'blue'));
      expect(await count()).toBe(4);
      await endFirst(recolor('0', 'red'));
      expect(await count()).toBe(5);
    });

    it('misses nothing of a transaction that was running while others ended', async () => {
      const endFirst = await openTransaction();
      const endSecond = await openTransaction();
      const endThird = await openTransaction();
      await endThird(recolor('1', 'blue'));
      expect(await count()).toBe(4);
      await endFirst(recolor('2', 'blue'));
      expect(await count()).toBe(3);
      await endSecond(recolor('3', 'blue'));
      expect(await count()).toBe(2);
    });
  },
);
