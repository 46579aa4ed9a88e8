import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { RouteAnswer, Routes, WorkspaceReference } from '@tessera/contract';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { ServiceError } from '../platform/errors.js';
import { referenceOf } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import type { RelayCaller } from './call-tool.js';

type ListedDocuments = RouteAnswer<Routes['documents.list']>;
type Document = RouteAnswer<Routes['documents.read']>;

const scheme = 'tessera://';
const pageSize = 100;

/** The template of the addresses under which documents are resources. */
export const resourceTemplates = [
  {
    uriTemplate: `${scheme}{workspace}/{+path}`,
    name: 'document',
    title: 'Document',
    description: 'A document by the slug of its workspace and its whole path, as search returns it.',
  },
];

/** The documents that the caller's search may find, a page at a time, workspace after workspace. */
export async function listResources(dispatcher: Dispatcher, caller: RelayCaller, cursor: string | undefined) {
  const workspaces = await workspacesOf(caller);
  const [first, ...rest] = (cursor ?? '').split('.');
  const start = first === '' ? 0 : workspaces.findIndex(({ id }) => id === first);
  const workspace = workspaces[start];
  if (workspace === undefined) {
    if (first === '') {
      return { resources: [] };
    }
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'cursor: start again without it, your workspaces changed.',
    );
  }
  const own = rest.join('.');
  const query = { limit: `${pageSize}`, ...(own !== '' && { cursor: own }) };
  const { documents, next_cursor } = (await run(dispatcher, caller, {
    operation: 'documents.list',
    query,
    workspace,
  })) as ListedDocuments;
  const next = workspaces[start + 1];
  const nextCursor = next_cursor !== null ? `${workspace.id}.${next_cursor}` : next && `${next.id}.`;
  return {
    resources: documents.map(({ path, title, media_type: mimeType, size, updated_at: lastModified }) => {
      return { uri: uriOf(workspace, path), name: path, title, mimeType, size, annotations: { lastModified } };
    }),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** Reads a document as a resource. What the caller cannot read does not exist. */
export async function readResource(dispatcher: Dispatcher, caller: RelayCaller, uri: string) {
  const { slug, path } = partsOf(uri);
  const workspace = (await workspacesOf(caller)).find((each) => each.slug === slug);
  if (workspace === undefined || path === undefined) {
    throw new ResourceNotFoundError(uri);
  }
  try {
    const query = { path, offset: '0' };
    const document = await run(dispatcher, caller, { operation: 'documents.read', query, workspace });
    return { contents: [{ uri, ...contentOf(document as Document) }] };
  } catch (error) {
    throw error instanceof ServiceError && error.status < 500 ? new ResourceNotFoundError(uri) : error;
  }
}

function contentOf({ path, media_type: mimeType, size, text, next_offset: next }: Document) {
  if (text === null) {
    return {
      mimeType: 'text/plain',
      text: `${path} is a file of type ${mimeType} with ${size} bytes. It has no text.`,
    };
  }
  const rest =
    next === null ? '' : `\n\n[cut: ${size} bytes in all, read_document with offset: ${next} returns the rest]`;
  return { mimeType, text: text + rest };
}

async function workspacesOf({ context, principal, pinnedTo }: RelayCaller): Promise<WorkspaceReference[]> {
  const scopes = await context.withoutWorkspace((queryable) => reachableScopes(queryable, principal));
  const reachable = scopes.map(({ workspace }) => referenceOf(workspace));
  return pinnedTo === undefined ? reachable : reachable.filter(({ id }) => id === pinnedTo);
}

async function run(
  dispatcher: Dispatcher,
  { credentials, requestId }: RelayCaller,
  call: {
    readonly operation: 'documents.list' | 'documents.read';
    readonly query: Readonly<Record<string, string>>;
    readonly workspace: WorkspaceReference;
  },
): Promise<unknown> {
  const { operation, query, workspace } = call;
  const input = async () => ({ params: {}, query, body: {} });
  const { answer, refusal } = await dispatcher.call({
    operation,
    credentials,
    workspaceHeader: workspace.id,
    requestId,
    input,
  });
  if (refusal !== undefined) {
    throw refusal;
  }
  return answer;
}

function uriOf({ slug }: WorkspaceReference, path: string): string {
  return `${scheme}${slug}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function partsOf(uri: string): { readonly slug?: string | undefined; readonly path?: string | undefined } {
  const [, slug, path] = /^tessera:\/\/([a-z0-9-]+)\/(.+)$/s.exec(uri) ?? [];
  try {
    return { slug, path: path === undefined ? undefined : decodeURIComponent(path) };
  } catch {
    return {};
  }
}
