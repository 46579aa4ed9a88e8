import { expect, it } from 'vitest';
import { startTestService } from '../../testing/service.js';
import { renumberRestored } from './restored.js';

it('records of a dump from a cluster with far more transactions are taken over, and later changes of them seen', async () => {
  const service = await startTestService();
  const { database } = service.services;
  const workspace = await service.createWorkspace();
  const call = (method: string, path: string, body: unknown) =>
    service.call(method, `/collections${path}`, { token: workspace.token, body });
  const { id } = (await call('POST', '', { name: 'lamps' })).body;
  const records = Array.from({ length: 5 }, (_, at) => ({ id: at, name: `Lamp ${at}` }));
  await call('POST', '/lamps/records', { records });
  const versions = (): Promise<{ changed_xid: string }[]> =>
    database.asSystem((transaction) =>
      transaction.query('select changed_xid::text from records where collection_id = $1 order by external_id', [id]),
    );
  await call('DELETE', '/lamps/records/4', undefined);
  await renumberRestored(service.services);
  const before = await versions();
  await database.asSystem(async (transaction) => {
    await transaction.query('alter table records disable trigger records_mark_changed');
    await transaction.query(`update records set changed_xid = '900000000000' where external_id in ('1', '2', '4')`);
    await transaction.query(
      `insert into slice_departures (workspace_id, collection_id, slice_id, changed_xid, external_id, revision)
       select workspace_id, id, gen_random_uuid(), '900000000000', '4', 1 from collections where id = $1`,
      [id],
    );
    await transaction.query(`update collections set departures_forgotten_to = '900000000000' where id = $1`, [id]);
    await transaction.query('alter table records enable trigger records_mark_changed');
  });
  await renumberRestored(service.services);
  const after = await versions();
  expect([after[0], after[3]]).toEqual([before[0], before[3]]);
  const kept = await database.asSystem((transaction) =>
    transaction.query(
      `select from slice_departures where collection_id = $1 union all
       select from collections where id = $1 and departures_forgotten_to is not null`,
      [id],
    ),
  );
  expect(kept).toEqual([]);
  const [cluster] = await database.asSystem((transaction) =>
    transaction.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next'),
  );
  expect(after.filter(({ changed_xid }) => BigInt(changed_xid) >= BigInt(cluster?.next ?? 0))).toEqual([]);
  const find = async (query: string) => (await call('POST', '/lamps/query', { query, top_k: 1 })).body.results[0];
  await find('a lamp of some kind');
  await call('POST', '/lamps/records', { records: [{ id: 1, name: 'Violet chandelier' }] });
  expect(await find('violet chandelier please')).toMatchObject({ external_id: '1' });
  await service.close();
});
