import { limits } from '@tessera/contract';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { documentErrors } from '../errors.js';
import { findVersion } from '../history/lineage.js';
import { partsOf } from '../model/path.js';
import { presentEntry } from '../present.js';
import { rightsOf } from '../rights.js';
import { findRepo } from '../store/index.js';
import type { NewBytes, RequestedChange } from './changes.js';
import { targetOf } from './changes.js';
import { commitChanges } from './commit.js';
import type { ChangeResult } from './steps.js';

/** Paths that one audit entry names. */
const auditedPaths = 100;

const write: Operation<'documents.write'> = (context, principal, { body }) => {
  const content = { bytes: bytesOf(body) };
  return writeOne(context, principal, {
    change: { action: 'put', path: body.path, base: body.base, content },
    message: body.message,
  });
};

const move: Operation<'documents.move'> = (context, principal, { body }) =>
  writeOne(context, principal, {
    change: { action: 'move', path: body.from, to: body.to, base: body.base },
    message: body.message,
  });

const restore: Operation<'documents.restore'> = async (context, principal, { body }) => {
  const content = await context.read(async (transaction): Promise<NewBytes> => {
    const parts = partsOf(body.path);
    const [rights, repo] = [await rightsOf(transaction, principal), await findRepo(transaction, parts.repo)];
    if (!rights.write.canRead(body.path)) {
      throw documentErrors.outsideScope(body.path);
    }
    if (repo === undefined) {
      throw errors.notFound('document_not_found');
    }
    const version = await findVersion(transaction, rights, { repo, path: parts.path, id: body.version });
    if (version.blob === null) {
      throw errors.notFound('version_not_found');
    }
    return { blob: version.blob };
  });
  return writeOne(context, principal, {
    change: { action: 'put', path: body.path, base: body.base, content, restores: true },
    message: body.message,
  });
};

const remove: Operation<'documents.delete'> = async (context, principal, { query }) => {
  const result = await makeChange(context, principal, {
    change: { action: 'delete', path: query.path, base: query.base },
    message: query.message,
  });
  return { path: query.path, version: result.versionId, status: 'deleted', workspace: context.workspaceReference };
};

const commit: Operation<'documents.commit'> = (context, principal, { body }) => {
  const changes = body.changes.map(
    (change): RequestedChange =>
      change.action === 'put'
        ? { action: 'put', path: change.path, base: change.base, content: { bytes: bytesOf(change) } }
        : change,
  );
  return context.transaction(async (transaction) => {
    const request = { repo: body.repo, message: body.message, changes };
    const done = await commitChanges(transaction, { context, principal }, request);
    const commitId = done.commit?.toString('hex');
    const changed = done.results.filter(({ status }) => status !== 'unchanged').map(({ path }) => path);
    if (commitId !== undefined) {
      context.audit(transaction, {
        action: 'documents.committed',
        target: body.repo,
        detail: { repo: body.repo, commit: commitId, count: changed.length, paths: changed.slice(0, auditedPaths) },
      });
    }
    return {
      results: done.results.map((result) => ({
        path: result.path,
        status: result.status,
        version: result.versionId,
        document: result.document === null ? null : presentEntry(body.repo, result.document),
      })),
      count: done.results.length,
      ...(commitId !== undefined && done.rights.readsAllOf(body.repo) ? { commit: commitId } : {}),
      workspace: context.workspaceReference,
    };
  });
};

/** One change with its message, as a route takes it. */
export interface OneChange {
  readonly change: RequestedChange;
  readonly message: string | undefined;
}

/** Makes one change that leaves a document, and answers as routes do. */
export async function writeOne(
  context: OperationContext,
  principal: Principal,
  one: OneChange,
): Promise<AnswerOf<'documents.write'>> {
  const result = await makeChange(context, principal, one);
  if (result.document === null) {
    throw new Error('a write leaves a document');
  }
  return {
    document: presentEntry(partsOf(result.path).repo, result.document),
    version: result.versionId,
    status: result.status,
    workspace: context.workspaceReference,
  };
}

const auditActions = {
  added: 'document.written',
  changed: 'document.written',
  restored: 'document.restored',
  moved: 'document.moved',
  deleted: 'document.deleted',
} as const;

function makeChange(context: OperationContext, principal: Principal, one: OneChange): Promise<ChangeResult> {
  const { repo } = partsOf(one.change.path);
  return context.transaction(async (transaction) => {
    const request = { repo, message: one.message, changes: [one.change] };
    const { results } = await commitChanges(transaction, { context, principal }, request);
    const [result] = results;
    if (result === undefined) {
      throw new Error('a change has a result');
    }
    if (result.status !== 'unchanged') {
      context.audit(transaction, {
        action: auditActions[result.status],
        target: targetOf(one.change),
        detail: {
          version: result.versionId,
          ...(result.document === null
            ? {}
            : { blob: result.document.blob.toString('hex'), size: result.document.size }),
          ...(one.change.action === 'move' ? { from: one.change.path } : {}),
        },
      });
    }
    return result;
  });
}

function bytesOf({ text, base64 }: { text?: string | undefined; base64?: string | undefined }): Buffer {
  const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
  if (bytes.length > limits.documentBytes) {
    throw documentErrors.documentTooLarge();
  }
  return bytes;
}

/** Writing documents, one or many at a time. */
export const documentWriteOperations = {
  'documents.write': write,
  'documents.delete': remove,
  'documents.move': move,
  'documents.restore': restore,
  'documents.commit': commit,
};
