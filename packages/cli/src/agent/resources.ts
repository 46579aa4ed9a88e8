import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ApiError } from '@tessera/client';
import {
  type DocumentSource,
  listDocumentResources,
  lostCursor,
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

/** The documents of all workspaces that this process reads, a page at a time. */
export function listResources(session: AgentSession, callService: CallService, cursor: string | undefined) {
  return explained(async () => {
    const page = await listDocumentResources(await sourceOf(session, callService), cursor);
    if (page === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, lostCursor);
    }
    return page;
  });
}

/** Reads a document as a resource. What the person cannot read does not exist. */
export function readResource(session: AgentSession, callService: CallService, uri: string) {
  return explained(async () => {
    const found = await readDocumentResource(await sourceOf(session, callService), uri);
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
      throw error;
    }
  };
  return {
    workspaces: await session.readable(),
    list: async ({ id }, query) => (await callService('documents.list', { query }, id)) as ListedDocuments,
    read,
  };
}

/** Statuses of a document that the caller cannot read, or of a path that no document can have. */
const notThere: ReadonlySet<number> = new Set([400, 403, 404]);

/** Resources have no envelope: a refusal of the service becomes the message of the protocol's error. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const envelope = error instanceof ProtocolError ? undefined : envelopeOf(error);
    throw envelope === undefined ? error : new ProtocolError(ProtocolErrorCode.InternalError, envelope.error.message);
  }
}
