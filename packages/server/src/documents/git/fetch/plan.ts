import type { Transaction } from '../../../platform/database/database.js';
import type { RepoRow } from '../../store/index.js';
import type { FetchRequest } from '../protocol/fetch-request.js';
import type { ShallowChange } from '../protocol/negotiate.js';
import { ProtocolError } from '../protocol/pkt-line.js';
import { type CommitRow, countObjects, findCommits, objectsOfHead, type RevisionRange } from '../queries.js';

/** The objects that a fetch sends: those of a range of revisions, or a list of ids. */
export type Selection =
  | { readonly range: RevisionRange; readonly count: number }
  | { readonly oids: readonly Buffer[]; readonly count: number };

/** The response to a fetch. */
export interface FetchPlan {
  /** Commits that both the client and the repo have. */
  readonly common: ReadonlySet<string>;
  readonly shallow: ShallowChange;
  /** Selects the objects to send. Called when the pack is written. */
  select(transaction: Transaction): Promise<Selection>;
}

/**
 * Plans a fetch. Each revision has a number, and the newest common commit shows up to which revision the client has
 * everything. The fetch sends the objects of all later revisions, so no history is walked. Throws `ProtocolError` for a
 * commit that is not on `main`.
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
  const range = { after: knownTo(request, known), to: newest };
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
 * The revision up to which the client has every object. It is 0 for a shallow client, which may lack objects that are
 * older than its newest commit.
 */
function knownTo(request: FetchRequest, known: ReadonlyMap<string, CommitRow>): number {
  const holds = request.haves.flat().map((id) => known.get(id)?.holds ?? 0);
  return request.shallow.length > 0 ? 0 : largest(holds);
}

/**
 * Depth 1 omits the parents of the wanted commits. Any other depth sends the full history, so no commit stays shallow.
 */
function shallowChange(request: FetchRequest, known: ReadonlyMap<string, CommitRow>): ShallowChange {
  if (request.depth === 1) {
    return { shallow: request.wants, unshallow: [] };
  }
  return { shallow: [], unshallow: request.depth === 'all' ? request.shallow.filter((id) => known.has(id)) : [] };
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
