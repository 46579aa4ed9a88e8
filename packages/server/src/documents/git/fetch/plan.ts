import { type FetchRequest, ProtocolError, type ShallowChange } from '@tessera/git';
import type { Transaction } from '../../../platform/database/database.js';
import type { RepoRow } from '../../store/index.js';
import {
  type CommitRow,
  countObjects,
  findCommits,
  findObjects,
  objectsOfHead,
  type RevisionRange,
} from '../queries.js';

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
 * Plans a fetch. The objects of a commit were stored up to the revision that added it, and the newest common commit
 * shows up to which revision the client has everything. The fetch sends the objects of the revisions between, so no
 * history is walked. A partial clone wants the files that it left out by their ids. Throws `ProtocolError` for what the
 * repo does not have.
 */
export async function planFetch(transaction: Transaction, repo: RepoRow, request: FetchRequest): Promise<FetchPlan> {
  const { wants, depth, blobBytes, shallow } = request;
  const haves = request.haves.flat();
  const rows = await findCommits(transaction, repo.id, oidsOf([...wants, ...haves, ...shallow]));
  const known = new Map(rows.map((row) => [row.oid.toString('hex'), row]));
  const common = new Set(haves.filter((id) => known.has(id)));
  if (!wants.some((id) => known.has(id))) {
    const oids = await wantedObjects(transaction, repo, wants);
    return { common, shallow: { shallow: [], unshallow: [] }, select: async () => ({ oids, count: oids.length }) };
  }
  const to = largest(wants.map((id) => known.get(id)?.revision ?? refuse(id)));
  const range = { after: knownTo(request, known), to, blobBytes };
  const { head } = repo;
  const isSnapshot = depth === 1 && head !== null && wants.every((id) => id === head.toString('hex'));
  return {
    common,
    shallow: shallowChange(request, known),
    select: async (inTransaction) => {
      if (!isSnapshot) {
        return { range, count: await countObjects(inTransaction, repo.id, range) };
      }
      const oids = [head, ...(await objectsOfHead(inTransaction, repo.id, blobBytes))];
      return { oids, count: oids.length };
    },
  };
}

function oidsOf(ids: readonly string[]): Buffer[] {
  return [...new Set(ids)].map((id) => Buffer.from(id, 'hex'));
}

function refuse(id: string): never {
  throw new ProtocolError(`${id} is not in the history of main`);
}

async function wantedObjects(transaction: Transaction, repo: RepoRow, wants: readonly string[]): Promise<Buffer[]> {
  const found = (await findObjects(transaction, repo.id, oidsOf(wants))).map(({ oid }) => oid);
  const ids = new Set(found.map((oid) => oid.toString('hex')));
  const missing = wants.find((id) => !ids.has(id));
  return missing === undefined ? found : refuse(missing);
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
function shallowChange({ wants, depth, shallow }: FetchRequest, known: ReadonlyMap<string, CommitRow>): ShallowChange {
  if (depth === 1) {
    return { shallow: wants.filter((id) => !shallow.includes(id)), unshallow: [] };
  }
  return { shallow: [], unshallow: depth === 'all' ? shallow.filter((id) => known.has(id)) : [] };
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
