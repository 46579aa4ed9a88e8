import type { RouteAnswer } from '../route.js';
import type { Routes } from '../routes.js';
import { isLockedAnswer, type LockedAnswer, offerQuestion, type Person } from './asking.js';

type ListedDocuments = RouteAnswer<Routes['documents.list']>;
type Document = RouteAnswer<Routes['documents.read']>;
type Query = Readonly<Record<string, string>>;

/** A workspace whose documents are resources. */
export interface ResourceWorkspace {
  readonly id: string;
  readonly slug: string;
}

/** How a surface, such as the relay, reads the documents of its caller. */
export interface DocumentSource<Where extends ResourceWorkspace> {
  readonly workspaces: readonly Where[];
  readonly list: (workspace: Where, query: Query) => Promise<ListedDocuments>;
  /** Resolves to undefined if the caller can read no such document. */
  readonly read: (workspace: Where, query: Query) => Promise<Document | LockedAnswer | undefined>;
}

const scheme = 'tessera://';
const pageSize = 100;

/** The URI template of documents as resources. */
export const resourceTemplates = [
  {
    uriTemplate: `${scheme}{workspace}/{+path}`,
    name: 'document',
    title: 'Document',
    description: 'A document by the slug of its workspace and its whole path, as search returns it.',
  },
];

/** The message for a cursor that continues in a workspace that the caller has left. */
export const lostCursor = 'cursor: start again without it, your workspaces changed.';

/**
 * Lists the documents that the caller's search can find, one page and one workspace after another. Undefined if the
 * cursor's workspace is lost.
 */
export async function listDocumentResources<Where extends ResourceWorkspace>(
  { workspaces, list }: DocumentSource<Where>,
  cursor: string | undefined,
) {
  const [first, ...rest] = (cursor ?? '').split('.');
  const start = first === '' ? 0 : workspaces.findIndex(({ id }) => id === first);
  const workspace = workspaces[start];
  if (workspace === undefined) {
    return first === '' ? { resources: [] } : undefined;
  }
  const own = rest.join('.');
  const { documents, next_cursor } = await list(workspace, {
    limit: `${pageSize}`,
    ...(own !== '' && { cursor: own }),
  });
  const next = workspaces[start + 1];
  const nextCursor = next_cursor !== null ? `${workspace.id}.${next_cursor}` : next && `${next.id}.`;
  return {
    resources: documents.map(({ path, title, media_type: mimeType, size, updated_at: lastModified }) => {
      return { uri: uriOf(workspace, path), name: path, title, mimeType, size, annotations: { lastModified } };
    }),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/**
 * Reads a document as a resource, or asks the person to open the offer of a locked one. Undefined if its URI does not name
 * a document that the caller can read or buy.
 */
export async function readDocumentResource<Where extends ResourceWorkspace>(
  { workspaces, read }: DocumentSource<Where>,
  uri: string,
  person: Person,
) {
  const { slug, path } = partsOf(uri);
  const workspace = workspaces.find((each) => each.slug === slug);
  if (workspace === undefined || path === undefined) {
    return undefined;
  }
  const document = await read(workspace, { path, offset: '0' });
  if (document === undefined) {
    return undefined;
  }
  const question = offerQuestion(document, person);
  return question === undefined ? { contents: [{ uri, ...contentOf(document) }] } : { question };
}

function contentOf(document: Document | LockedAnswer) {
  if (isLockedAnswer(document)) {
    return { mimeType: 'application/json', text: JSON.stringify(document) };
  }
  const { path, media_type: mimeType, size, text, next_offset: next } = document;
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

function uriOf({ slug }: ResourceWorkspace, path: string): string {
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
