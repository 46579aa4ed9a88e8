import { limits } from '@tessera/contract';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { rightsOf } from '../access/rights.js';
import { findVersion } from '../history/lineage.js';
import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import type { NoteWritten } from '../reads/rendering-ahead.js';
import type { Outlines } from '../rendering/index.js';
import { commitEvents, documentEvent } from '../store/change-events.js';
import { findRepo, readStart } from '../store/index.js';
import { auditedCommit, presentEntry } from '../store/present.js';
import type { NewBytes, RequestedChange } from './changes.js';
import { targetPathOf } from './changes.js';
import { commitChanges } from './commit.js';
import type { ChangeResult } from './steps.js';
import { titlesOf, warningsOf } from './titles.js';

/** The operations that write documents, one or many at a time. */
export function documentWriteOperations(saving: Saving) {
  const write: Operation<'documents.write'> = (context, principal, { body }) => {
    const content = { bytes: bytesOf(body) };
    return writeOne(
      { context, principal, ...saving },
      {
        change: { action: 'put', path: body.path, base: body.base, content },
        message: body.message,
      },
    );
  };

  const move: Operation<'documents.move'> = (context, principal, { body }) =>
    writeOne(
      { context, principal, ...saving },
      {
        change: { action: 'move', path: body.from, to: body.to, base: body.base },
        message: body.message,
      },
    );

  const restore: Operation<'documents.restore'> = async (context, principal, { body }) => {
    const content = await findToRestore(context, principal, body);
    return writeOne(
      { context, principal, ...saving },
      {
        change: { action: 'put', path: body.path, base: body.base, content, restores: true },
        message: body.message,
      },
    );
  };

  const remove: Operation<'documents.delete'> = async (context, principal, { query }) => {
    const { result } = await makeChange(
      { context, principal, ...saving },
      {
        change: { action: 'delete', path: query.path, base: query.base },
        message: query.message,
      },
    );
    return { path: query.path, version: result.versionId, status: 'deleted', workspace: context.workspaceReference };
  };

  const commit: Operation<'documents.commit'> = (context, principal, { body }) =>
    makeCommit({ context, principal, ...saving }, body);

  return {
    'documents.write': write,
    'documents.delete': remove,
    'documents.move': move,
    'documents.restore': restore,
    'documents.commit': commit,
  };
}

/** Finds the version to restore, with its bytes. */
function findToRestore(
  context: OperationContext,
  principal: Principal,
  body: InputOf<'documents.restore'>['body'],
): Promise<NewBytes> {
  return context.read(async (transaction) => {
    const location = locationOf(body.path);
    const rights = await rightsOf(transaction, principal);
    if (!rights.write.canRead(body.path)) {
      throw documentErrors.outsideScope(body.path);
    }
    const repo = existing('document_not_found', await findRepo(transaction, location.repo));
    const version = await findVersion(transaction, rights, { repo, path: location.path, id: body.version });
    const stored = version.blob === null ? undefined : { oid: version.blob, size: version.size ?? 0 };
    const bytes = stored && (await readStart(transaction, repo.id, stored));
    if (stored === undefined || bytes === undefined) {
      throw errors.notFound('version_not_found');
    }
    return stored.size > bytes.length ? { bytes, large: stored } : { blob: stored.oid, bytes };
  });
}

async function makeCommit(
  { context, principal, outlines, written }: Writing,
  body: InputOf<'documents.commit'>['body'],
): Promise<AnswerOf<'documents.commit'>> {
  const changes = body.changes.map(
    (change): RequestedChange =>
      change.action === 'put'
        ? { action: 'put', path: change.path, base: change.base, content: { bytes: bytesOf(change) } }
        : change,
  );
  const titles = await titlesOf(context, outlines, changes);
  const answer = await context.transaction(async (transaction) => {
    const request = { repo: body.repo, message: body.message, changes };
    const done = await commitChanges(transaction, { context, principal, titles }, request);
    const commitId = done.commit?.toString('hex');
    const sources = new Map(changes.map((change) => [targetPathOf(change), change.path]));
    const changed = done.results.flatMap(({ path, status }) =>
      status === 'unchanged' ? [] : [{ path, status, from: status === 'moved' ? sources.get(path) : undefined }],
    );
    if (commitId !== undefined) {
      const detail = auditedCommit(body.repo, commitId, changed);
      const events = commitEvents(detail);
      context.audit(transaction, { action: 'documents.committed', target: body.repo, detail: { ...detail }, events });
    }
    return {
      results: done.results.map((result, index) => ({
        path: result.path,
        status: result.status,
        version: result.versionId,
        document: result.document === null ? null : presentEntry(body.repo, result.document),
        warnings: warningsOf(titles, changes[index] as RequestedChange),
      })),
      count: done.results.length,
      ...(commitId !== undefined && done.rights.readsAllOf(body.repo) ? { commit: commitId } : {}),
      workspace: context.workspaceReference,
    };
  });
  written(context.workspace.id, changes.map(targetPathOf));
  return answer;
}

/** The dependencies of writes: the reader of titles, and whom to notify after the commit. */
export interface Saving {
  readonly outlines: Outlines;
  readonly written: NoteWritten;
}

/** The caller of a write and its dependencies. */
export interface Writing extends Saving {
  readonly context: OperationContext;
  readonly principal: Principal;
}

/** One change and its message, in the form in which routes accept it. */
export interface SingleChange {
  readonly change: RequestedChange;
  readonly message: string | undefined;
}

/** Makes one change, which must not be a deletion, and returns the response of the route. */
export async function writeOne(writing: Writing, one: SingleChange): Promise<AnswerOf<'documents.write'>> {
  const { result, warnings } = await makeChange(writing, one);
  if (result.document === null) {
    throw new Error('a write leaves a document');
  }
  return {
    document: presentEntry(locationOf(result.path).repo, result.document),
    version: result.versionId,
    status: result.status,
    warnings,
    workspace: writing.context.workspaceReference,
  };
}

const auditActions = {
  added: { action: 'document.written', kind: 'written' },
  changed: { action: 'document.written', kind: 'written' },
  restored: { action: 'document.restored', kind: 'written' },
  moved: { action: 'document.moved', kind: 'moved' },
  deleted: { action: 'document.deleted', kind: 'deleted' },
} as const;

interface Made {
  readonly result: ChangeResult;
  readonly warnings: ReturnType<typeof warningsOf>;
}

async function makeChange({ context, principal, outlines, written }: Writing, one: SingleChange): Promise<Made> {
  const { repo } = locationOf(one.change.path);
  const titles = await titlesOf(context, outlines, [one.change]);
  const result = await context.transaction(async (transaction) => {
    const request = { repo, message: one.message, changes: [one.change] };
    const { results } = await commitChanges(transaction, { context, principal, titles }, request);
    const [changed] = results;
    if (changed === undefined) {
      throw new Error('a change has a result');
    }
    if (changed.status !== 'unchanged') {
      const { action, kind } = auditActions[changed.status];
      const target = targetPathOf(one.change);
      const from = one.change.action === 'move' ? one.change.path : undefined;
      context.audit(transaction, {
        action,
        target,
        detail: {
          version: changed.versionId,
          ...(changed.document === null
            ? {}
            : { blob: changed.document.blob.toString('hex'), size: changed.document.size }),
          ...(from === undefined ? {} : { from }),
        },
        events: [documentEvent(kind, { path: target, from }, changed.versionId)],
      });
    }
    return changed;
  });
  written(context.workspace.id, [targetPathOf(one.change)]);
  return { result, warnings: warningsOf(titles, one.change) };
}

function bytesOf({ text, base64 }: { text?: string | undefined; base64?: string | undefined }): Buffer {
  const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
  if (bytes.length > limits.documentBytes) {
    throw documentErrors.documentTooLarge();
  }
  return bytes;
}
