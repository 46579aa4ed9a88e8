import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { existing, uuidFrom } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { contentOf, type NewContent } from '../model/content.js';
import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import type { DocumentRow } from '../store/documents.js';
import { type DocumentChange, type NewObject, type RepoRow, readStart } from '../store/index.js';
import type { Base, RequestedChange } from './changes.js';
import type { Incoming } from './incoming.js';
import { type Titles, titleAfterMove } from './titles.js';

/** The result of one change. `document` is null after a deletion. */
export interface ChangeResult {
  readonly path: string;
  readonly status: DocumentChange['status'] | 'unchanged';
  readonly versionId: string;
  readonly document: DocumentRow | null;
}

/** The state of the repo under its lock, to which a commit's changes are applied. */
export interface Work {
  readonly transaction: Transaction;
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly at: Date;
  readonly repo: RepoRow;
  /** Documents by path, including the repo. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  readonly incoming: ReadonlyMap<RequestedChange, Incoming>;
  readonly titles: Titles;
}

/** One prepared change. Without `changes`, the document is already as requested. */
export interface Step {
  readonly request: RequestedChange;
  readonly isNew: boolean;
  readonly changes: readonly DocumentChange[];
  readonly blob?: NewObject;
  readonly result: ChangeResult;
}

/** Prepares one change. Throws `document_not_found`, `version_not_found`, `document_changed` and `path_taken`. */
export function stepFor(work: Work, change: RequestedChange): Promise<Step> | Step {
  switch (change.action) {
    case 'put':
      return putStep(work, change);
    case 'delete':
      return deleteStep(work, change);
    case 'move':
      return moveStep(work, change);
  }
}

type Put = Extract<RequestedChange, { action: 'put' }>;

function putStep(work: Work, change: Put): Step {
  const { path } = locationOf(change.path);
  const current = work.documents.get(change.path);
  const { content, blob } = contentToPut(work, change);
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
    ...(blob === undefined ? {} : { blob }),
    result: { path: change.path, status, versionId, document: rowOf(work, { path, versionId, content }) },
  };
}

function contentToPut(work: Work, change: Put): Incoming {
  const incoming = work.incoming.get(change);
  if (incoming === undefined) {
    throw documentErrors.documentTooLarge();
  }
  return incoming;
}

function deleteStep(work: Work, change: Extract<RequestedChange, { action: 'delete' }>): Step {
  const { path } = locationOf(change.path);
  const current = existing('document_not_found', work.documents.get(change.path));
  refuseOtherBase(change, current);
  const versionId = uuidFrom(work.context.services.random);
  return {
    request: change,
    isNew: false,
    changes: [{ path, versionId, status: 'deleted', content: null }],
    result: { path: change.path, status: 'deleted', versionId, document: null },
  };
}

async function moveStep(work: Work, change: Extract<RequestedChange, { action: 'move' }>): Promise<Step> {
  const { path: from } = locationOf(change.path);
  const { path: to } = locationOf(change.to);
  const current = existing('document_not_found', work.documents.get(change.path));
  refuseOtherBase(change, current);
  if (work.documents.has(change.to)) {
    throw documentErrors.pathTaken(change.to);
  }
  const [versionId, leftId] = [uuidFrom(work.context.services.random), uuidFrom(work.context.services.random)];
  // A move can change type and title, because both can depend on the name.
  const bytes = await readStart(work.transaction, work.repo.id, { oid: current.blob, size: current.size });
  const title = titleAfterMove(work.titles, change, current);
  const content = contentOf(bytes ?? Buffer.alloc(0), { path: to, title, blob: current.blob, size: current.size });
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

function isList(base: Base): base is readonly string[] {
  return Array.isArray(base);
}

function refuseOtherBase({ path, base }: RequestedChange, current: DocumentRow | undefined): void {
  const blob = current?.blob.toString('hex') ?? null;
  const isThere = isList(base) ? blob !== null && (base.includes(blob) || base.includes('*')) : base === blob;
  if (base !== 'any' && !isThere) {
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
    position: content.position,
  };
}
