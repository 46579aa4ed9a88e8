import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { insertRowsSql, replaceRowsSql } from './columns.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();
const { database } = service.services;

it('insertRowsSql, replaceRowsSql > store bytes, lists, nulls and cut characters, and keep the time of creation', async () => {
  const user = (n: number, name: string) => ({
    ...{ id: `b0000000-0000-4000-8000-00000000000${n}`, user_name: `u${n}`, name, external_id: null, active: true },
    ...{ attributes: { name }, groups: [workspace.id] },
  });
  const at = (year: number) => new Date(`${year}-01-01T00:00:00Z`);
  const shared = (year: number) => ({ workspace_id: workspace.id, created_at: at(year), updated_at: at(year) });
  const cut = 'half \ud83d, literal \\ud83d';
  const rows = await database.asSystem(async (transaction) => {
    const users = [user(1, cut), user(2, 'b')];
    await transaction.query(...insertRowsSql('scim_users', shared(2030), users));
    await transaction.query(...replaceRowsSql('scim_users', shared(2031), [user(2, 'c')]));
    await transaction.query(...replaceRowsSql('scim_users', shared(2031), []));
    const secret = { secret_hash: Buffer.from([0, 92, 255]), kind: 'api_key', id: workspace.id };
    await transaction.query(...insertRowsSql('credentials', { workspace_id: workspace.id }, [secret]));
    return transaction.query(
      `select name, groups::text[], external_id, created_at, updated_at, (select secret_hash from credentials where workspace_id = $1 and id = $1)
       from scim_users where workspace_id = $1 order by user_name`,
      [workspace.id],
    );
  });
  const same = {
    groups: [workspace.id],
    external_id: null,
    created_at: at(2030),
    secret_hash: Buffer.from([0, 92, 255]),
  };
  expect(rows).toEqual([
    { ...same, name: 'half \ufffd, literal \\ud83d', updated_at: at(2030) },
    { ...same, name: 'c', updated_at: at(2031) },
  ]);
});
