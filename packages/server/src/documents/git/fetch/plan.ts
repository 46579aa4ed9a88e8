import type { Transaction } from '../../../platform/database/database.js';
import type { RepoRow } from '../../store/index.js';
import type { FetchRequest } from '../protocol/fetch-request.js';
import type { ShallowChange } from '../protocol/negotiate.js';
import { ProtocolError } from '../protocol/pkt-line.js';
import { type CommitRow, countObjects, findCommits, objectsOfHead, type RevisionRange } from '../queries.js';

/** The objects that a fetch sends: those of a range of revisions, or by name. */
export type Selection =
  | { readonly range: RevisionRange; readonly count: number }
  | { readonly oids: readonly Buffer[]; readonly count: number };

/** What a fetch is answered with. */
export interface FetchPlan {
  /** Commits that client and repo both have. */
  readonly common: ReadonlySet<string>;
  readonly shallow: ShallowChange;
  /** The objects to send, found out when the pack is to be made. */
  select(transaction: Transaction): Promise<Selection>;
}

/**
 * Finds what a fetch sends: every object above the revision up to which the client has all, as its newest common commit
 * says, so that no history has to be walked. Throws `ProtocolError` for a commit that is not on `main`.
 */
export async function planFetch(transaction: Transaction, repo: RepoRow, request: FetchRequest): Promise<FetchPlan> {
  const named = [...request.wants, ...request.haves.flat(), ...request.shallow];
  const rows = await findCommits(
    transaction,
    repo.id,
    [...new Set(named)].map((id) => Buffer.from(id, 'hex')),
  );
  const known = new Map(rows.map((row) => [row.oid.toString('hex'), row]));
  const common = new Set(request.haves.flat().filter((id) => known.has(id)));
  const newest = largest(request.wants.map((id) => revisionOf(known, id)));
  const range = { after: heldBy(request, known), to: newest };
  const head = repo.head;
  const isSnapshot = request.depth === 1 && head !== null && request.wants.every((id) => id === head.toString('hex'));
  return {
    common,
    shallow: shallowChange(request, known),
    select: async (inTransaction) => {
      if (!isSnapshot || head === null) {
        return { range, count: await countObjects(inTransaction, repo.id, range) };
      }
      const oids = [head, ...(await objectsOfHead(inTransaction, repo.id))];
      return { oids, count: oids.length };
    },
  };
}

function revisionOf(known: ReadonlyMap<string, CommitRow>, id: string): number {
  const revision = known.get(id)?.revision ?? null;
  if (revision === null) {
    throw new ProtocolError(`${id} is not a commit on main`);
  }
  return revision;
}

/**
 * The revision up to which the client has every object. One without the parents of some commits may lack objects that are
 * older than its newest one.
 */
function heldBy(request: FetchRequest, known: ReadonlyMap<string, CommitRow>): number {
  const holds = request.haves.flat().map((id) => known.get(id)?.holds ?? 0);
  return request.shallow.length > 0 ? 0 : largest(holds);
}

/** Depth 1 leaves out the parents of what is wanted. Any other depth sends all, so that no commit is without them. */
function shallowChange(request: FetchRequest, known: ReadonlyMap<string, CommitRow>): ShallowChange {
  if (request.depth === 1) {
    return { shallow: request.wants, unshallow: [] };
  }
  return { shallow: [], unshallow: request.depth === 'all' ? request.shallow.filter((id) => known.has(id)) : [] };
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
