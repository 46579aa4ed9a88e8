import { includesPermission, permissions, type RouteDefinition, routes } from '@tessera/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalFor } from '../../principals/authorize.js';
import type { Principal, WorkspaceScope } from '../../principals/principal.js';
import type { SharedCollectionRow } from './queries.js';
import { viewOf } from './view.js';

const workspace = { id: 'w', slug: 'w', name: 'W', suspended: false };
const groupIds = ['g1', 'g2', 'g3'];

const scopes: fc.Arbitrary<WorkspaceScope> = fc.record({
  workspace: fc.constant(workspace),
  role: fc.constantFrom('admin', 'editor', 'member'),
  access: fc.constantFrom('read_only', 'read_write'),
  collections: fc.constantFrom(...permissions),
  groups: fc.option(
    fc.uniqueArray(
      fc.record({ id: fc.constantFrom(...groupIds), access: fc.constantFrom('read_only', 'read_write') }),
      { selector: ({ id }) => id },
    ),
  ),
});

const collections: fc.Arbitrary<SharedCollectionRow> = fc
  .array(
    fc.record({
      group_id: fc.constantFrom(...groupIds),
      permission: fc.constantFrom('read', 'write'),
      filter: fc.constantFrom(null, { color: 'red' }, { color: 'blue' }),
    }),
  )
  .map((grants) => ({
    id: 'c',
    name: 'products',
    description: null,
    configuration: {},
    configuration_version: 1,
    key_version: 1,
    index_version: 1,
    id_version: 1,
    strictness: 0,
    change_mark: 0,
    last_ingest_at: null,
    aliased: false,
    grants,
  }));

describe('tokens.create > collections', () => {
  it('limits the level in every collection and leaves the rest of the view unchanged', () => {
    fc.assert(
      fc.property(scopes, collections, (scope, collection) => {
        const limited = viewOf(collection, scope);
        const unlimited = viewOf(collection, { ...scope, collections: 'manage' });
        if (limited === undefined || unlimited === undefined) {
          expect(limited).toBe(unlimited);
          return;
        }
        const isWithin = includesPermission(scope.collections, unlimited.level);
        expect(limited.level).toBe(isWithin ? unlimited.level : scope.collections);
        expect(limited.readSlice).toEqual(unlimited.readSlice);
        expect(limited.writeSlice).toEqual(limited.level === 'read' ? null : unlimited.writeSlice);
      }),
    );
  });

  it('refuses exactly the collection operations that require a higher level', () => {
    const all = Object.values(routes as Record<string, RouteDefinition>);
    fc.assert(
      fc.property(scopes, fc.constantFrom(...all), (scope, { policy }) => {
        const token = (limits: WorkspaceScope): Principal => ({
          kind: 'pinned_token',
          id: 't',
          name: 't',
          scope: limits,
        });
        const isRefused = (limits: WorkspaceScope) => refusalFor(token(limits), policy, 'this') !== undefined;
        const isBeyond = policy.permission !== undefined && !includesPermission(scope.collections, policy.permission);
        expect(isRefused(scope)).toBe(isRefused({ ...scope, collections: 'manage' }) || isBeyond);
      }),
    );
  });

  it('is declared by every collection operation except those that list visible collections', () => {
    const all = Object.values(routes as Record<string, RouteDefinition>);
    const onCollections = all.filter(
      ({ id, path }) => id.startsWith('collections.') || path.startsWith('/collections'),
    );
    const without = onCollections.filter(({ policy }) => policy.permission === undefined).map(({ id }) => id);
    expect(without).toEqual(['collections.list', 'collections.find']);
  });
});
