import { type Elsewhere, limits } from '@tessera/contract';
import type { OperationContext } from '../dispatch/operation.js';
import { type Principal, referenceOf } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import type { FindKnown } from './known-keys.js';

/** What a write names: the keys of each record or document, and how they are found in a workspace. */
export interface NamedItems {
  readonly noun: 'ids' | 'paths';
  readonly items: readonly (readonly string[])[];
  readonly find: FindKnown;
}

/** The other workspaces that a write seems meant for, and the same in words. */
interface Misplacement {
  readonly elsewhere: Elsewhere;
  readonly warnings: string[];
}

const none: Misplacement = { elsewhere: [], warnings: [] };

/**
 * Returns the other workspaces of a person that a write seems meant for: most of its items are known there but not here,
 * and none is known only here. Each workspace is searched with the person's own rights.
 */
export async function findElsewhere(
  context: OperationContext,
  principal: Principal,
  { items: all, find, noun }: NamedItems,
): Promise<Misplacement> {
  const items = sampleOf(all);
  const keys = [...new Set(items.flat())];
  if (keys.length === 0) {
    return none;
  }
  const here = await context.read((transaction) => find(transaction, principal, keys));
  if (keys.every((key) => here.has(key))) {
    return none;
  }
  const scopes = await context.withoutWorkspace((queryable) => reachableScopes(queryable, principal));
  const where = here.size > 0 ? 'none only here' : 'none here';
  const found: Misplacement = { elsewhere: [], warnings: [] };
  for (const scope of scopes.filter(({ workspace }) => workspace.id !== context.workspace.id).slice(0, compared)) {
    const there = await context.services.database.inWorkspace(
      scope.workspace.id,
      (transaction) => find(transaction, { ...principal, scope }, keys),
      'read',
    );
    if (isMeantFor(items, here, there)) {
      const known = items.filter((item) => isMost(item, (key) => there.has(key))).length;
      const { name } = scope.workspace;
      found.elsewhere.push({ workspace: referenceOf(scope.workspace), known, of: items.length });
      found.warnings.push(`${known} of ${items.length} ${noun} are known in workspace ${name} and ${where}.`);
    }
  }
  return found;
}

const { comparedWorkspaces: compared, comparedKeys } = limits;

/** Items spread over all, with at most as many keys as are compared. */
function sampleOf(items: NamedItems['items']): readonly (readonly string[])[] {
  const keys = items.reduce((sum, item) => sum + item.length, 0);
  const step = Math.max(1, keys / comparedKeys);
  let left = comparedKeys;
  return items.filter((item, index) => {
    const isTaken = Math.floor(index / step) !== Math.floor((index - 1) / step) && item.length <= left;
    left -= isTaken ? item.length : 0;
    return isTaken;
  });
}

function isMeantFor(items: NamedItems['items'], here: ReadonlySet<string>, there: ReadonlySet<string>): boolean {
  const isOnlyHere = (key: string) => here.has(key) && !there.has(key);
  const isOnlyThere = (key: string) => there.has(key) && !here.has(key);
  return (
    !items.some((item) => item.some(isOnlyHere)) &&
    isMost(items, (item) => item.some(isOnlyThere) && isMost(item, (key) => there.has(key)))
  );
}

function isMost<Item>(items: readonly Item[], test: (item: Item) => boolean): boolean {
  return items.filter(test).length * 2 > items.length;
}
