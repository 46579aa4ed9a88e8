import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ApiError } from '@tessera/client';
import {
  type DocumentSource,
  listDocumentResources,
  lockedAnswer,
  lostCursor,
  type Person,
  type RouteAnswer,
  type Routes,
  readDocumentResource,
  type Workspace,
} from '@tessera/contract';
import { envelopeOf } from './refusals.js';
import type { AgentSession, CallService } from './session.js';

type Source = DocumentSource<Workspace>;
type ListedDocuments = RouteAnswer<Routes['documents.list']>;
type Document = RouteAnswer<Routes['documents.read']>;

/** Lists the documents of all workspaces that this process may read, in pages. */
export function listResources(session: AgentSession, callService: CallService, cursor: string | undefined) {
  return explained(async () => {
    const page = await listDocumentResources(await sourceOf(session, callService), cursor);
    if (page === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, lostCursor);
    }
    return page;
  });
}

/** Reads a document as a resource. A document that the person cannot read is reported as missing. */
export function readResource(
  session: AgentSession,
  callService: CallService,
  { uri, person }: { readonly uri: string; readonly person: Person },
) {
  return explained(async () => {
    const found = await readDocumentResource(await sourceOf(session, callService), uri, person);
    if (found === undefined) {
      throw new ResourceNotFoundError(uri);
    }
    return found;
  });
}

async function sourceOf(session: AgentSession, callService: CallService): Promise<Source> {
  const read: Source['read'] = async ({ id }, query) => {
    try {
      return (await callService('documents.read', { query }, id)) as Document;
    } catch (error) {
      if (error instanceof ApiError && notThere.has(error.status)) {
        return undefined;
      }
      const locked = lockedAnswer('documents.read', envelopeOf(error)?.error);
      if (locked === undefined) {
        throw error;
      }
      return locked;
    }
  };
  return {
    workspaces: await session.readable(),
    list: async ({ id }, query) => (await callService('documents.list', { query }, id)) as ListedDocuments,
    read,
  };
}

/** Statuses for a document that the caller cannot read, and for a path that no document can have. */
const notThere: ReadonlySet<number> = new Set([400, 403, 404]);

/** Throws the message of an error as an error of the protocol, because resources have no error envelope. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const envelope = error instanceof ProtocolError ? undefined : envelopeOf(error);
    const isRefused = error instanceof ApiError && error.status < 500;
    const code = isRefused ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw envelope === undefined ? error : new ProtocolError(code, envelope.error.message);
  }
}
