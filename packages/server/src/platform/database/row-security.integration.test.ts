import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/database.js';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';
import type { Queryable } from './database.js';
import { codeOf } from './sqlstate.js';

const insufficientPrivilege = '42501';

interface TenantTable {
  readonly name: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly reachable: boolean;
  readonly first_key_column: string;
}

const listTenantTables = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, k.attname as first_key_column,
    has_table_privilege('svc_app', c.oid, 'select, insert, update, delete, truncate') as reachable
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
  where c.relkind in ('r', 'p') order by c.relname`;

// `anyStatement` allows statements that do not name their workspace.
const service = await startSuiteService({}, { testDatabase: await openTestDatabase({ anyStatement: true }) });

describe('row security', () => {
  let left: TestWorkspace;
  let right: TestWorkspace;
  let tables: TenantTable[];

  beforeAll(async () => {
    [left, right] = [await service.createWorkspace(), await service.createWorkspace()];
    for (const workspace of [left, right]) {
      await fill(workspace);
    }
    tables = await asSystem((transaction) => transaction.query<TenantTable>(listTenantTables));
  });

  const asSystem = <Result>(work: (transaction: Queryable) => Promise<Result>) =>
    service.services.database.asSystem(work);
  const count = async (transaction: Queryable, table: string): Promise<number> => {
    const [row] = await transaction.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
    return row?.count ?? 0;
  };

  /** Inserts rows into most tables that requests access. */
  async function fill({ token, id }: TestWorkspace): Promise<void> {
    const { secret: key } = (
      await service.call('POST', `/operator/workspaces/${id}/api-keys`, {
        token: service.operatorToken,
        body: { name: 'backend', capabilities: ['manage_members', 'manage_permissions', 'manage_readers'] },
      })
    ).body;
    const group = await service.call('POST', '/v1/groups', { token: key, body: { name: 'Docs', paths: ['docs/**'] } });
    const people = { send_email: false, groups: [group.body.id] };
    await service.call('POST', '/v1/members', { token: key, body: { email: 'one@example.com', ...people } });
    await service.call('POST', '/v1/readers', { token: key, body: { email: 'two@example.com', ...people } });
    await service.call('POST', '/collections', { token, body: { name: 'things' } });
    await service.call('PATCH', '/collections/things', {
      token,
      body: { id_match_fields: ['code'], required_fields: ['code'], field_types: { price: 'number' } },
    });
    const records = [{ id: 1, code: 'A-1', price: 'not a number', extra: true }];
    await service.call('POST', '/collections/things/records', { token, body: { records } });
    await service.call('PUT', `/collections/things/grants/${group.body.id}`, { token, body: { permission: 'read' } });
  }

  it('is forced on every table with a workspace_id', () => {
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((table) => !(table.enabled && table.forced))).toEqual([]);
  });

  it('applies to primary keys that start with workspace_id in every tenant table of requests', () => {
    // These tables are read before the workspace is known, or belong to a person.
    const others = ['credentials', 'sessions'];
    const reachable = tables.filter((table) => table.reachable && !others.includes(table.name));
    expect(reachable.length).toBeGreaterThan(10);
    expect(reachable.filter((table) => table.first_key_column !== 'workspace_id')).toEqual([]);
  });

  it('is forced on every other table, or the request role has no access to it', async () => {
    const open = await asSystem((transaction) =>
      transaction.query(`
        select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
          and has_table_privilege('svc_app', c.oid, 'select, insert, update, delete, truncate')`),
    );
    expect(open).toEqual([]);
  });

  it('returns no rows to a query without a workspace', async () => {
    let filled = 0;
    for (const { name } of tables) {
      filled += (await asSystem((transaction) => count(transaction, name))) > 0 ? 1 : 0;
      await service.services.database
        .withoutWorkspace((transaction) => count(transaction, name))
        .then(
          (seen) => expect(`${name}: ${seen}`).toBe(`${name}: 0`),
          (error: unknown) => expect(codeOf(error)).toBe(insufficientPrivilege),
        );
    }
    // Without enough filled tables, the counts above would prove nothing.
    expect(filled).toBeGreaterThanOrEqual(10);
    expect(await service.services.database.withoutWorkspace((transaction) => count(transaction, 'workspaces'))).toBe(0);
  });

  it('limits a query without conditions to the rows of its workspace', async () => {
    for (const { name } of tables) {
      await service.services.database
        .inWorkspace(left.id, (transaction) =>
          transaction.query<{ workspace_id: string }>(`select distinct workspace_id from ${name}`),
        )
        .then(
          (rows) => expect(rows.filter((row) => row.workspace_id !== left.id)).toEqual([]),
          (error: unknown) => expect(codeOf(error)).toBe(insufficientPrivilege),
        );
    }
    const seen = await service.services.database.inWorkspace(left.id, (transaction) =>
      transaction.query<{ id: string }>('select id from workspaces'),
    );
    expect(seen).toEqual([{ id: left.id }]);
  });

  it.each([
    ['insert', 'insert into groups select $1, gen_random_uuid(), name, description, paths, now(), now() from groups'],
    ['move to', 'update groups set workspace_id = $1'],
    ['write', `insert into daily_writes values ($1, gen_random_uuid(), current_date, 1)`],
  ])('refuses %s a row of another workspace', async (_verb, statement) => {
    const attempt = service.services.database.inWorkspace(left.id, (transaction) =>
      transaction.query(statement, [right.id]),
    );
    await expect(attempt).rejects.toMatchObject({ code: insufficientPrivilege });
  });

  it('prevents changing or deleting rows of another workspace, regardless of the statement', async () => {
    for (const statement of [
      'delete from records where workspace_id = $1 returning 1',
      'update records set attributes = attributes where workspace_id = $1 returning 1',
      `update workspaces set name = 'taken' where id = $1 returning 1`,
    ]) {
      const rows = await service.services.database.inWorkspace(left.id, (transaction) =>
        transaction.query(statement, [right.id]),
      );
      expect(rows).toEqual([]);
    }
    expect(
      await asSystem((transaction) =>
        transaction.query('select name from workspaces where id = $1', [right.id]).then(([row]) => row),
      ),
    ).toEqual({ name: right.name });
  });

  it.each([
    'update audit_events set action = action',
    'delete from audit_events',
    'truncate audit_events',
    'alter table records disable row level security',
    'drop policy workspace on records',
    'create table own (id integer)',
    'insert into people (id, email, name, created_at) values (gen_random_uuid(), $$a@b.c$$, $$a$$, now())',
    'select email from sign_in_codes',
    'delete from sessions',
    'update sessions set person_id = person_id',
    'update personal_tokens set name = name',
  ])('gives requests no right to: %s', async (statement) => {
    const attempt = service.services.database.inWorkspace(left.id, (transaction) => transaction.query(statement));
    await expect(attempt).rejects.toMatchObject({ code: insufficientPrivilege });
  });

  it('applies to a role that is not a superuser and cannot bypass it, from the first statement on', async () => {
    const roles = await service.services.database.inWorkspace(left.id, (transaction) =>
      transaction.query(
        'select current_user as name, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = current_user',
      ),
    );
    expect(roles).toEqual([{ name: 'svc_app', rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
  });

  it('applies again after work as the system, even if that work failed', async () => {
    await expect(
      service.services.database.asSystem((transaction) => transaction.query('select 1 / 0')),
    ).rejects.toMatchObject({ code: '22012' });
    await asSystem((transaction) => transaction.query('select 1'));
    const [role] = await service.services.database.withoutWorkspace((transaction) =>
      transaction.query<{ name: string }>('select current_user as name'),
    );
    expect(role?.name).toBe('svc_app');
  });

  it('accepts only a UUID as workspace', () => {
    const trick = `${left.id}'; set local role none; --`;
    expect(() => service.services.database.inWorkspace(trick, async () => null)).toThrow('must be a UUID');
  });

  it('is bypassed only by functions that fix their search path', async () => {
    const functions = await asSystem((transaction) =>
      transaction.query<{ name: string; settings: string[] | null }>(`
        select p.proname as name, p.proconfig as settings from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef`),
    );
    expect(functions.length).toBeGreaterThan(5);
    expect(functions.filter(({ settings }) => !settings?.some((each) => each.startsWith('search_path=')))).toEqual([]);
  });

  it('throws at the commit of a transaction in which a failed statement was ignored', async () => {
    const attempt = service.services.database.inWorkspace(left.id, async (transaction) => {
      await transaction.query(`update workspaces set name = 'half done'`);
      await transaction.query('select 1 / 0').catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow('rolled back');
    const [row] = await asSystem((transaction) =>
      transaction.query<{ name: string }>('select name from workspaces where id = $1', [left.id]),
    );
    expect(row?.name).toBe(left.name);
  });
});
