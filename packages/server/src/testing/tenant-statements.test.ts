import { describe, expect, it } from 'vitest';
import { tenantTables, unnamedWorkspace } from './tenant-statements.js';

describe('unnamedWorkspace > a statement on a tenant’s table', () => {
  it.each([
    'select id from groups where workspace_id = $1 and id = $2',
    'select g.id from groups g join group_holders h on h.workspace_id = g.workspace_id where g.workspace_id = $1',
    'insert into groups (workspace_id, id) values ($1, $2)',
    'insert into api_keys as k (workspace_id, id) values ($1, $2)',
    'select 1',
    'select * from find_credential($1, $2, $3)',
    'select name from workspaces where id = $1',
  ])('is allowed: %s', (statement) => {
    expect(unnamedWorkspace(statement)).toBeUndefined();
  });

  it.each([
    'select id from groups where id = $1',
    'select count(*) from memberships',
    'update tokens set name = $2 where id = $1',
    'delete from readers',
    'select g.id from groups g join group_holders h on h.group_id = g.id where g.workspace_id = $1',
    'insert into groups (id, name) values ($1, $2)',
  ])('is refused in tests: %s', (statement) => {
    expect(unnamedWorkspace(statement)).toContain('does not name its workspace');
  });

  it('is recognised for all tables in the migrations', () => {
    expect([...tenantTables]).toEqual(
      expect.arrayContaining(['memberships', 'credentials', 'audit_events', 'sessions', 'records', 'documents']),
    );
    expect(tenantTables.has('workspaces')).toBe(false);
    expect(tenantTables.has('people')).toBe(false);
  });
});
