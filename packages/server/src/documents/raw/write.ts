import { limits, type ReceivedFile, type SentFile } from '@tessera/contract';
import { objectHash } from '@tessera/git';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import { Pauses } from '../../platform/pauses.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import type { Principal } from '../../principals/principal.js';
import { rightsOf } from '../access/rights.js';
import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import { findRepo, partBytes } from '../store/index.js';
import type { Base, NewBytes } from '../writes/changes.js';
import { type Saving, writeOne } from '../writes/operations.js';
import { readTags, wholePath } from './address.js';

/** Maximum large files stored at the same time, of different workspaces. Each occupies a connection for seconds. */
const storedAtATime = 2;
/** Bytes hashed before other requests may run. */
const hashedBytes = 1024 * 1024;

/** Writes a file while it arrives. A large one waits for its workspace's turn before its body is read. */
export function putRaw(saving: Saving): Operation<'documents.put_raw'> {
  const large = new FairGate({ atATime: storedAtATime, slotsPerShare: limits.largeUploadsPerWorkspace });
  return async (context, principal, { params, query, body }) => {
    const path = wholePath(params);
    const base = baseFrom(query);
    const write = (content: NewBytes) =>
      writeOne(
        { context, principal, ...saving },
        { change: { action: 'put', path, base, content }, message: query.message },
      ).catch(asPrecondition);
    if (body.declaredBytes !== undefined && body.declaredBytes <= limits.documentBytes) {
      return write({ bytes: bytesOf(await body.receive()) });
    }
    await refuseEarly(context, principal, { path, body });
    return large.admit(context.workspace.id, async (turn) => {
      const file = await body.receive();
      return turn(async () => write(await contentOf(file)));
    });
  };
}

/** Refuses a write by its path and declared size, before the body of a large file arrives. */
async function refuseEarly(
  context: OperationContext,
  principal: Principal,
  { path, body }: { readonly path: string; readonly body: SentFile },
): Promise<void> {
  await context.read(async (transaction) => {
    const rights = await rightsOf(transaction, principal);
    if (!rights.write.canRead(path)) {
      throw documentErrors.outsideScope(path);
    }
    existing('repo_not_found', await findRepo(transaction, locationOf(path).repo));
    await context.services.storage.requireRoom(transaction, body.declaredBytes);
  });
}

async function contentOf(file: ReceivedFile): Promise<NewBytes> {
  const { size } = file;
  if (size <= limits.documentBytes) {
    return { bytes: bytesOf(file) };
  }
  const hash = objectHash('blob', size);
  const pauses = new Pauses();
  for (let start = 0; start < size; start += hashedBytes) {
    hash.update(file.read(start, Math.min(hashedBytes, size - start)));
    await pauses.take();
  }
  const bytes = Buffer.from(file.read(0, partBytes));
  return { bytes, large: { oid: hash.digest(), size, read: (start, length) => file.read(start, length) } };
}

function bytesOf(file: ReceivedFile): Buffer {
  return Buffer.from(file.read(0, file.size));
}

function asPrecondition(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'document_changed'
    ? documentErrors.preconditionFailed()
    : error;
}

/** Translates a precondition to a base. Throws `precondition_required` without one. */
function baseFrom(query: { 'if-match'?: string | undefined; 'if-none-match'?: string | undefined }): Base {
  if (query['if-none-match']?.trim() === '*') {
    return null;
  }
  const tags = readTags(query['if-match'] ?? '');
  if (tags.length === 0) {
    throw documentErrors.preconditionRequired();
  }
  return tags;
}
