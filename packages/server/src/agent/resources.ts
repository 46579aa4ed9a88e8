import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import {
  type DocumentSource,
  listDocumentResources,
  lockedAnswer,
  lostCursor,
  type Person,
  type RouteAnswer,
  type Routes,
  readDocumentResource,
  type WorkspaceReference,
} from '@tessera/contract';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { ServiceError } from '../platform/errors.js';
import { referenceOf } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import type { RelayCaller } from './call-tool.js';

type Source = DocumentSource<WorkspaceReference>;

/** Lists the documents that the caller can find, in pages, one workspace after another. */
export async function listResources(dispatcher: Dispatcher, caller: RelayCaller, cursor: string | undefined) {
  const page = await listDocumentResources(await sourceOf(dispatcher, caller), cursor).catch((error: unknown) => {
    const isRefused = error instanceof ServiceError && error.status < 500;
    throw isRefused ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) : error;
  });
  if (page === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, lostCursor);
  }
  return page;
}

/** Reads a document as a resource. A document that the caller may not read is reported as missing. */
export async function readResource(
  dispatcher: Dispatcher,
  caller: RelayCaller,
  { uri, person }: { readonly uri: string; readonly person: Person },
) {
  const found = await readDocumentResource(await sourceOf(dispatcher, caller), uri, person);
  if (found === undefined) {
    throw new ResourceNotFoundError(uri);
  }
  return found;
}

async function sourceOf(dispatcher: Dispatcher, caller: RelayCaller): Promise<Source> {
  const run = <Operation extends 'documents.list' | 'documents.read'>(operation: Operation) => {
    return async (workspace: WorkspaceReference, query: Readonly<Record<string, string>>) => {
      const { credentials, requestId, context } = caller;
      const { hasLeft } = context;
      const input = async () => ({ params: {}, query, body: {} });
      const call = { operation, credentials, workspaceHeader: workspace.id, requestId, hasLeft, input };
      const { answer, refusal } = await dispatcher.call(call);
      if (refusal !== undefined) {
        throw refusal;
      }
      return answer as RouteAnswer<Routes[Operation]>;
    };
  };
  const read: Source['read'] = async (workspace, query) => {
    try {
      return await run('documents.read')(workspace, query);
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) {
        return lockedAnswer('documents.read', { code: error.code, ...error.extras });
      }
      throw error;
    }
  };
  return { workspaces: await workspacesOf(caller), list: run('documents.list'), read };
}

async function workspacesOf({ context, principal, pinnedTo }: RelayCaller): Promise<WorkspaceReference[]> {
  const scopes = await context.withoutWorkspace((queryable) => reachableScopes(queryable, principal));
  const reachable = scopes.map(({ workspace }) => referenceOf(workspace));
  return pinnedTo === undefined ? reachable : reachable.filter(({ id }) => id === pinnedTo);
}
