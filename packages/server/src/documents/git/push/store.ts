import { limits } from '@tessera/contract';
import type { NewCommit, ObjectKind, PushPlan, ReceivedObject, ReceivedObjects, Signature } from '@tessera/git';
import { batchesOf } from '../../../platform/batches.js';
import type { Transaction } from '../../../platform/database/database.js';
import {
  bytesOf,
  type CommitActor,
  type DocumentChange,
  type NewObject,
  partBytes,
  type RepoRow,
  revisionAfter,
  type StoredKind,
  storeObjects,
  storeRevisions,
} from '../../store/index.js';
import { pushedBatches } from './stored.js';

/** A push that can be stored: its objects, and the document changes of each commit from the old head to the new one. */
export interface DescribedPush {
  readonly received: ReceivedObjects;
  readonly plan: PushPlan;
  readonly changes: readonly (readonly DocumentChange[])[];
}

/** The storage that a workspace uses, and its limit. */
interface Room {
  readonly usedBytes: number;
  readonly mayTakeBytes: number;
}

/**
 * Stores a push in the transaction that has locked the repo. Writes a few megabytes of objects at a time. If the
 * storage limit would be exceeded, stores nothing and returns false.
 */
export async function storePush(
  transaction: Transaction,
  { repo, actor, room }: { readonly repo: RepoRow; readonly actor: CommitActor; readonly room: Room },
  { received, plan, changes }: DescribedPush,
): Promise<boolean> {
  const added = {
    commits: plan.path.map(({ commit }, n) => ({ ...presented(commit), changes: changes[n] ?? [] })),
    sideCommits: plan.side.map(({ commit, holds }) => ({ ...presented(commit), holds })),
    folders: new Map([...plan.folders].map(([path, id]) => [path, id === null ? null : Buffer.from(id, 'hex')])),
    actor,
  };
  const brought = plan.objects.map((id) => receivedOf(received, id));
  const sizes = brought.map(({ size, bytes }) => (size > partBytes ? size : bytes));
  if (room.usedBytes + bytesOf(added, sizes) > room.mayTakeBytes) {
    return false;
  }
  const target = { repoId: repo.id, revision: revisionAfter(repo, plan.path.length) };
  for (const batch of batchesOf(brought, pushedBatches)) {
    const objects = batch.map((object) => toStore(received, object));
    await storeObjects(transaction, target, objects);
  }
  await storeRevisions(transaction, repo, { ...added, objects: [] });
  return true;
}

function receivedOf(received: ReceivedObjects, id: string): ReceivedObject {
  const object = received.get(id);
  if (object === undefined) {
    throw new Error(`the push did not bring ${id}`);
  }
  return object;
}

function toStore(received: ReceivedObjects, { oid, kind, size }: ReceivedObject): NewObject {
  const id = oid.toString('hex');
  const data = size > partBytes ? { read: received.reader(id) } : { deflated: received.stream(id) };
  return { oid, kind: storedKind(kind), size, data };
}

function storedKind(kind: ObjectKind): StoredKind {
  if (kind === 'tag') {
    throw new Error('no commit leads to a tag');
  }
  return kind;
}

/** The latest time that responses can express, because their years have four digits. */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A commit in the form that is stored for display. Its text has no characters that the database refuses. */
function presented({ id, author, message }: NewCommit): {
  readonly oid: Buffer;
  readonly at: Date;
  readonly author: string;
  readonly message: string;
} {
  return {
    oid: Buffer.from(id, 'hex'),
    at: new Date(Math.min(author.atSeconds * 1_000, latestMs)),
    author: storable(nameOf(author), limits.nameCharacters),
    message: storable(message, limits.commitMessageCharacters),
  };
}

function nameOf({ name, email }: Signature): string {
  return name || email || 'unknown';
}

function storable(text: string, characters: number): string {
  return Array.from(text.replaceAll('\0', '')).slice(0, characters).join('');
}
