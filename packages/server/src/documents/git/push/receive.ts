import { addedNameProblem, documentPathProblem, limits, pathProblem } from '@tessera/contract';
import {
  decodeCommit,
  type HistoryLimits,
  InvalidObjectError,
  mainRef,
  noObject,
  type PackLimits,
  type PathRules,
  type PushReport,
  type PushRequest,
  planPush,
  type ReceivedObjects,
  type RefCommand,
  refusedRef,
  type StoredObjects,
} from '@tessera/git';
import type { OperationContext } from '../../../dispatch/operation.js';
import type { Transaction } from '../../../platform/database/database.js';
import { Pauses } from '../../../platform/pauses.js';
import type { Spool } from '../../../platform/spool.js';
import type { Principal } from '../../../principals/principal.js';
import type { ListingDependencies } from '../../listing/operations.js';
import { portableNamesAdvice } from '../../model/errors.js';
import type { NoteWritten } from '../../reads/rendering-ahead.js';
import type { Outlines } from '../../rendering/index.js';
import { commitEvents } from '../../store/change-events.js';
import { type DocumentChange, lockRepo, partBytes, type RepoRow, readObject } from '../../store/index.js';
import { type AuditedChange, auditedCommit } from '../../store/present.js';
import { openRepo } from '../access.js';
import { describeFiles, documentChanges, type FileContents } from './documents.js';
import type { PackInFile } from './read-pack.js';
import { type DescribedPush, storePush } from './store.js';
import { storedObjects } from './stored.js';
import { type ReadElsewhere, unpackElsewhere } from './unpack.js';

/** Processes that work on the content of pushes, and the listings that show which repos a caller may know of. */
export interface PushDependencies extends ListingDependencies {
  readonly outlines: Outlines;
  readonly written: NoteWritten;
  readonly unpack: (pack: PackInFile, workspaceId: string) => ReturnType<ReadElsewhere>;
}

/** The part of the call's context that a push uses. */
export type PushContext = Pick<OperationContext, 'services' | 'workspace' | 'read' | 'transaction' | 'audit'>;

/** What a push may contain. */
type PushLimits = PackLimits & HistoryLimits;

/** A received push: its sender, its repo, and its bytes. */
export interface Push extends PushDependencies {
  readonly context: PushContext;
  readonly principal: Principal;
  readonly repoName: string;
  readonly request: PushRequest;
  readonly spool: Spool;
  /** By default those of a push by git. */
  readonly limits?: PushLimits;
}

/** The reason for refusing a push. The sender sees it next to the ref. */
class RefusedPush extends Error {}

const fetchFirst = 'fetch first: main has moved on';

/**
 * Applies a push. `main` moves if the pack is valid, follows the head, and no other push came first. Other refs are
 * refused one by one. The report names content that cannot be stored. Missing rights are thrown instead.
 */
export async function receivePush(push: Push): Promise<PushReport> {
  const { commands, capabilities } = push.request;
  const refs = new Map(commands.map((command) => [command.ref, refusedRef(command)]));
  const main = commands.find((command) => refusedRef(command) === undefined);
  const refused = [...refs.values()].some((reason) => reason !== undefined);
  if (main === undefined || (refused && capabilities.has('atomic'))) {
    return { refs: withReason(refs, 'another ref of this atomic push was refused') };
  }
  try {
    await moveMain(push, main);
    return { refs };
  } catch (error) {
    if (error instanceof InvalidObjectError) {
      return { problem: error.message, refs: withReason(refs, error.message) };
    }
    if (error instanceof RefusedPush) {
      return { refs: refs.set(mainRef, error.message) };
    }
    throw error;
  }
}

function withReason(refs: ReadonlyMap<string, string | undefined>, reason: string): Map<string, string> {
  return new Map([...refs].map(([ref, own]) => [ref, own ?? reason]));
}

async function moveMain(push: Push, command: RefCommand): Promise<void> {
  const { context } = push;
  const repo = await context.read((transaction) => openForPush(transaction, push));
  const head = repo.head?.toString('hex') ?? noObject;
  if (head !== command.old) {
    throw new RefusedPush(fetchFirst);
  }
  if (command.new === head) {
    return;
  }
  const stored = storedObjects(context.read, repo.id);
  const { limits: pushLimits = usualLimits } = push;
  const pack = { spool: push.spool, packAt: push.request.packAt, limits: pushLimits, basesOf: stored.contents };
  const received = await unpackElsewhere(pack, (given) => push.unpack(given, context.workspace.id));
  push.spool.unlink();
  const tree = await context.read((transaction) => treeOfHead(transaction, repo));
  const base = { paths: pathRules(repo, pushLimits), stored, limits: pushLimits, pauses: new Pauses() };
  const plan = await planPush(received, { ...base, head: tree === null ? null : { id: head, tree } }, command.new);
  if (plan === undefined) {
    throw new RefusedPush('non-fast-forward: the push would drop commits of main');
  }
  const described = await describeChanges({ received, stored, plan }, push);
  await context.transaction((transaction) => store(transaction, { push, command, described }));
  const written = new Set(described.changes.flatMap((changes) => changes.map(({ path }) => `${repo.name}/${path}`)));
  push.written(context.workspace.id, [...written]);
}

function pathRules({ name, portable_names: portableNames }: RepoRow, pushLimits: PushLimits): PathRules {
  return {
    nameProblem: pathProblem,
    pathProblem: (path) => documentPathProblem(`${name}/${path}`),
    // The history of an archive is stored as it is.
    ...(portableNames && pushLimits !== archiveLimits ? { addedNameProblem: unportable } : {}),
  };
}

const unportable: PathRules['addedNameProblem'] = (names, isAdded) => {
  const problem = addedNameProblem(names, isAdded);
  return problem && `${problem}. ${portableNamesAdvice}`;
};

const usualLimits: PushLimits = {
  objects: limits.pushObjects,
  fileBytes: limits.fileBytes,
  wholeBytes: limits.documentBytes,
  inflatedBytes: limits.pushInflatedBytes,
  commitBytes: limits.pushCommitBytes,
  memoryBytes: limits.pushMemoryBytes,
  deltaInstructions: limits.pushDeltaInstructions,
  changes: limits.pushChanges,
  folderEntries: limits.pushFolderEntries,
  entriesPerFolder: limits.entriesPerFolder,
};

/**
 * Limits of a repo in an archive, which comes from the operator: a whole history is larger than what is pushed at a time.
 */
export const archiveLimits: PushLimits = {
  ...usualLimits,
  objects: limits.pushObjects * limits.importHistoryFactor,
  inflatedBytes: limits.importBytes,
  commitBytes: limits.pushCommitBytes * limits.importHistoryFactor,
  changes: limits.pushChanges * limits.importHistoryFactor,
  folderEntries: limits.pushFolderEntries * limits.importHistoryFactor,
};

function openForPush(transaction: Transaction, push: Push, find?: typeof lockRepo): Promise<RepoRow> {
  const service = 'git-receive-pack';
  return openRepo(transaction, push.principal, {
    name: push.repoName,
    service,
    listings: push.listings,
    decisions: push.decisions,
    ...(find === undefined ? {} : { find }),
  });
}

async function treeOfHead(transaction: Transaction, { id, head }: RepoRow): Promise<string | null> {
  const commit = head === null ? undefined : await readObject(transaction, id, head);
  return commit === undefined ? null : decodeCommit(commit).tree.toString('hex');
}

/** Computes the document changes of a push's commits. Reads each new file once. */
async function describeChanges(
  { received, stored, plan }: Omit<DescribedPush, 'changes'> & { readonly stored: StoredObjects },
  { context, outlines }: Push,
): Promise<DescribedPush> {
  const described = await describeFiles(
    plan.path.map(({ files }) => files),
    (ids) => contentsOf(ids, received, stored),
    (documents) => outlines.titlesOf(context.workspace.id, documents),
  );
  const changes: DocumentChange[][] = [];
  for (const { files } of plan.path) {
    changes.push(await documentChanges(files, described, context.services.random));
  }
  return { received, plan, changes };
}

/** Reads the contents of files. Of a file that is too large for text, only the start. */
async function* contentsOf(
  ids: readonly string[],
  received: ReceivedObjects,
  stored: StoredObjects,
): ReturnType<FileContents> {
  for (const id of ids) {
    const size = received.get(id)?.size;
    if (size !== undefined) {
      const read = size > limits.documentBytes ? partBytes : size;
      yield { id, size, bytes: Buffer.from(received.reader(id)(0, read)) };
    }
  }
  for await (const { oid, size, pieces } of stored.contents(ids.filter((id) => received.get(id) === undefined))) {
    const bytes: Buffer[] = [];
    for await (const piece of pieces) {
      bytes.push(piece);
      if (size > limits.documentBytes) {
        break;
      }
    }
    yield { id: oid.toString('hex'), size, bytes: Buffer.concat(bytes) };
  }
}

interface Ready {
  readonly push: Push;
  readonly command: RefCommand;
  readonly described: DescribedPush;
}

/** Stores the push in one transaction, if `main` has not moved and the sender still has the rights. */
async function store(transaction: Transaction, { push, command, described }: Ready): Promise<void> {
  const { context, principal } = push;
  const repo = await openForPush(transaction, push, lockRepo);
  if ((repo.head?.toString('hex') ?? noObject) !== command.old) {
    throw new RefusedPush(fetchFirst);
  }
  const actor = { kind: principal.kind, id: principal.personId ?? principal.id };
  const { storage } = context.services;
  const room = { usedBytes: await storage.usedBytes(transaction), mayTakeBytes: storage.limitBytes };
  if (!(await storePush(transaction, { repo, actor, room }, described))) {
    throw new RefusedPush(`storage full: this workspace may take ${room.mayTakeBytes} bytes`);
  }
  const inRepo = (path: string) => `${repo.name}/${path}`;
  const changed = described.changes.flat().map(({ path, status, movedFrom }): AuditedChange => {
    return { path: inRepo(path), status, from: movedFrom === undefined ? undefined : inRepo(movedFrom) };
  });
  const changes = [...new Map(changed.map((change) => [change.path, change])).values()];
  const detail = auditedCommit(repo.name, command.new, changes);
  context.audit(transaction, {
    action: 'documents.committed',
    target: repo.name,
    detail: { ...detail },
    events: commitEvents(detail),
  });
}
