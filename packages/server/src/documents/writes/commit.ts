import { limits } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { documentErrors } from '../errors.js';
import { decodeTree, encodeCommit, type TreeEntry } from '../git/objects.js';
import { contentOf } from '../model/content.js';
import { foldersOf, partsOf } from '../model/path.js';
import { type Rights, rightsOf } from '../rights.js';
import { type DocumentRow, readDocuments, readTrees, type StoredTree } from '../store/documents.js';
import {
  contentOfObject,
  type DocumentChange,
  lockRepo,
  type NewContent,
  type NewObject,
  newObject,
  type RepoRow,
  readObject,
  storedBytes,
  storeRevisions,
} from '../store/index.js';
import { pathsOf, type RequestedChange, refuseBadPaths, usualMessage } from './changes.js';
import { Trees } from './trees.js';

/** Several changes of one repo that become one commit. */
export interface CommitRequest {
  readonly repo: string;
  readonly message?: string | undefined;
  readonly changes: readonly RequestedChange[];
}

/** What became of one change. `document` is null once it is deleted. */
export interface ChangeResult {
  readonly path: string;
  readonly status: DocumentChange['status'] | 'unchanged';
  readonly versionId: string;
  readonly document: DocumentRow | null;
}

/** A finished commit; `commit` is undefined when nothing changed. */
export interface Committed {
  readonly results: readonly ChangeResult[];
  readonly commit: Buffer | undefined;
  readonly rights: Rights;
}

/**
 * Makes changes in one commit, all or none, and adds what `audit` writes of it. Throws `outside_scope` by the paths alone,
 * `repo_not_found`, `document_not_found`, `document_changed`, `path_taken` and `storage_full`.
 */
export async function commitChanges(
  transaction: Transaction,
  call: { readonly context: OperationContext; readonly principal: Principal },
  request: CommitRequest,
): Promise<Committed> {
  refuseBadPaths(request.repo, request.changes);
  const places = request.changes.flatMap(pathsOf).map(partsOf);
  // Sent together. What stands after the lock is read by statements of their own, so that they see the last commit.
  const [rights, repo, documents, trees, usedBytes] = await Promise.all([
    rightsOf(transaction, call.principal),
    lockRepo(transaction, request.repo),
    readDocuments(transaction, places),
    readTrees(transaction, request.repo, [...new Set(places.flatMap(({ path }) => foldersOf(path)))]),
    storedBytes(transaction),
  ]);
  refuseOutside(rights, request.changes);
  if (repo === undefined) {
    throw errors.notFound('repo_not_found');
  }
  const at = call.context.services.clock();
  const work: Work = { transaction, ...call, at, repo, documents, trees: await decodeTrees(transaction, repo, trees) };
  const steps: Step[] = [];
  for (const change of request.changes) {
    steps.push(await prepare(work, change));
  }
  const changing = steps.filter((step) => step.changes.length > 0);
  if (changing.length === 0) {
    return { results: steps.map(({ result }) => result), commit: undefined, rights };
  }
  refuseFull(call.context, usedBytes, changing);
  const commit = await store(work, request, changing);
  return { results: steps.map(({ result }) => result), commit, rights };
}

/** Throws for the first path that the caller's groups do not let it write. */
function refuseOutside(rights: Rights, changes: readonly RequestedChange[]): void {
  const outside = changes.flatMap(pathsOf).find((path) => !rights.write.canRead(path));
  if (outside !== undefined) {
    throw documentErrors.outsideScope(outside);
  }
}

function refuseFull({ services }: OperationContext, usedBytes: number, steps: readonly Step[]): void {
  const mayTake = services.settings.SVC_WORKSPACE_STORAGE_MB * 1_048_576;
  const added = steps.reduce((sum, { blob }) => sum + (blob === undefined ? 0 : sizeOf(blob)), 0);
  if (added > 0 && usedBytes + added > mayTake) {
    throw documentErrors.workspaceFull(mayTake);
  }
}

function sizeOf({ data, size }: NewObject): number {
  return 'deflated' in data ? data.deflated.length : size;
}

interface Work {
  readonly transaction: Transaction;
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly at: Date;
  readonly repo: RepoRow;
  /** By whole path. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  readonly trees: ReadonlyMap<string, readonly TreeEntry[]>;
}

/** One change, ready to be made: no `changes` when everything is so already. */
interface Step {
  readonly request: RequestedChange;
  readonly isNew: boolean;
  readonly changes: readonly DocumentChange[];
  readonly blob?: NewObject;
  readonly result: ChangeResult;
}

async function decodeTrees(
  transaction: Transaction,
  repo: RepoRow,
  stored: readonly StoredTree[],
): Promise<Map<string, TreeEntry[]>> {
  const trees = new Map<string, TreeEntry[]>();
  for (const { path, oid, data } of stored) {
    const content = await contentOfObject(transaction, repo.id, { oid, data });
    trees.set(path, content === undefined ? [] : decodeTree(content));
  }
  return trees;
}

function prepare(work: Work, change: RequestedChange): Promise<Step> | Step {
  switch (change.action) {
    case 'put':
      return preparePut(work, change);
    case 'delete':
      return prepareDelete(work, change);
    case 'move':
      return prepareMove(work, change);
  }
}

async function preparePut(work: Work, change: Extract<RequestedChange, { action: 'put' }>): Promise<Step> {
  const { path } = partsOf(change.path);
  const current = work.documents.get(change.path);
  const bytes =
    'bytes' in change.content
      ? change.content.bytes
      : await readObject(work.transaction, work.repo.id, change.content.blob);
  if (bytes === undefined) {
    throw errors.notFound('version_not_found');
  }
  if (bytes.length > limits.documentBytes) {
    throw documentErrors.documentTooLarge();
  }
  const content = contentOf(path, bytes);
  const isNew = current === undefined;
  if (current?.blob.equals(content.blob) === true) {
    const result = {
      path: change.path,
      status: 'unchanged',
      versionId: current.version_id,
      document: current,
    } as const;
    return { request: change, isNew, changes: [], result };
  }
  refuseOtherBase(change, current);
  const status = change.restores === true ? 'restored' : isNew ? 'added' : 'changed';
  const versionId = uuidFrom(work.context.services.random);
  return {
    request: change,
    isNew,
    changes: [{ path, versionId, status, content }],
    // Of what the repo holds already, nothing is added.
    ...('bytes' in change.content ? { blob: newObject('blob', bytes) } : {}),
    result: { path: change.path, status, versionId, document: rowOf(work, { path, versionId, content }) },
  };
}

function prepareDelete(work: Work, change: Extract<RequestedChange, { action: 'delete' }>): Step {
  const { path } = partsOf(change.path);
  const current = work.documents.get(change.path);
  if (current === undefined) {
    throw errors.notFound('document_not_found');
  }
  refuseOtherBase(change, current);
  const versionId = uuidFrom(work.context.services.random);
  return {
    request: change,
    isNew: false,
    changes: [{ path, versionId, status: 'deleted', content: null }],
    result: { path: change.path, status: 'deleted', versionId, document: null },
  };
}

async function prepareMove(work: Work, change: Extract<RequestedChange, { action: 'move' }>): Promise<Step> {
  const { path: from } = partsOf(change.path);
  const { path: to } = partsOf(change.to);
  const current = work.documents.get(change.path);
  if (current === undefined) {
    throw errors.notFound('document_not_found');
  }
  refuseOtherBase(change, current);
  if (work.documents.has(change.to)) {
    throw documentErrors.pathTaken(change.to);
  }
  const [versionId, leftId] = [uuidFrom(work.context.services.random), uuidFrom(work.context.services.random)];
  // Type and title may go by the name.
  const bytes = await readObject(work.transaction, work.repo.id, current.blob);
  const content = contentOf(to, bytes ?? Buffer.alloc(0), current.blob);
  return {
    request: change,
    isNew: false,
    changes: [
      { path: from, versionId: leftId, status: 'deleted', content: null },
      { path: to, versionId, status: 'moved', content, movedFrom: from },
    ],
    result: { path: change.to, status: 'moved', versionId, document: rowOf(work, { path: to, versionId, content }) },
  };
}

function refuseOtherBase({ path, base }: RequestedChange, current: DocumentRow | undefined): void {
  if (base !== 'any' && base !== (current?.blob.toString('hex') ?? null)) {
    throw documentErrors.documentChanged(
      path,
      current === undefined
        ? null
        : {
            blob: current.blob.toString('hex'),
            updated_at: current.changed_at.toISOString(),
            updated_by: current.changed_by,
          },
    );
  }
}

function rowOf(
  { at, principal }: Work,
  { path, versionId, content }: { path: string; versionId: string; content: NewContent },
): DocumentRow {
  return {
    path,
    blob: content.blob,
    size: content.size,
    media_type: content.mediaType,
    title: content.title,
    version_id: versionId,
    changed_at: at,
    changed_by: principal.name,
  };
}

async function store(work: Work, request: CommitRequest, steps: readonly Step[]): Promise<Buffer> {
  const { at, context, principal, repo, transaction } = work;
  const changes = steps.flatMap((step) => step.changes);
  const trees = new Trees(work.trees);
  // A moved file stays executable.
  const modes = new Map(changes.map(({ movedFrom }) => [movedFrom, movedFrom && trees.modeOf(movedFrom)]));
  trees.remove(changes.filter(({ content }) => content === null).map(({ path }) => path));
  for (const { path, content, movedFrom } of changes) {
    if (content !== null) {
      const mode = modes.get(movedFrom);
      trees.put(path, { oid: content.blob, ...(mode ? { mode } : {}) }, `${repo.name}/${path}`);
    }
  }
  const { root, folders, objects } = trees.finish(repo.name);
  const first = steps[0];
  const usual = first === undefined ? '' : usualMessage(first.request, first.isNew);
  const message = request.message?.trim() ? request.message : usual;
  const author = {
    name: principal.name,
    email: principal.email ?? `${principal.kind}.${principal.id}@${new URL(context.services.baseUrl).hostname}`,
    atSeconds: Math.floor(at.getTime() / 1_000),
    offsetMinutes: 0,
  };
  const parents = repo.head === null ? [] : [repo.head];
  const commit = newObject('commit', encodeCommit({ tree: root, parents, author, committer: author, message }));
  await storeRevisions(transaction, repo, {
    commits: [{ oid: commit.oid, at, author: principal.name, message, changes }],
    objects: [...steps.flatMap(({ blob }) => blob ?? []), ...objects, commit],
    folders,
    actor: { kind: principal.kind, id: principal.id },
  });
  return commit.oid;
}
