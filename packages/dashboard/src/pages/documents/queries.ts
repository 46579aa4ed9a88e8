import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read, readPages } from '../../data/api.js';

/** The repos with documents that the caller may read. */
export const reposQuery = () => read('repos.list', {});

/** One folder: its documents in pages, and its subfolders, which are part of the first page. */
export const folderQuery = (prefix: string) => readPages('documents.list', { query: { prefix, depth: 1, limit: 500 } });

/** A document's text. */
export const contentQuery = (path: string, version?: string) =>
  read('documents.read', { query: { path, ...(version === undefined ? {} : { version }) } });

/** The caller's draft of a document, with its text. */
export const draftQuery = (path: string) =>
  queryOptions({ ...read('documents.drafts', { query: { path } }), gcTime: 0 });

/** The caller's drafts. */
export const draftsQuery = () => read('documents.drafts', {});

/** The documents that were changed last, by anyone or by one person. */
export const recentQuery = (by?: string) =>
  read('documents.list', { query: { order: 'changed', limit: 50, ...(by === undefined ? {} : { updated_by: by }) } });

/** Whether a file is a picture. Pictures are part of documents and are in no list of documents. */
export function isPicture({ media_type: type }: { readonly media_type: string }): boolean {
  return type.startsWith('image/');
}

/** How often a document that is being rendered is read again, in milliseconds. */
const pendingMs = 2_000;

function untilRendered(query: {
  readonly state: { readonly data: { readonly reason?: string | undefined } | undefined };
}) {
  return query.state.data?.reason === 'pending' ? pendingMs : false;
}

/** A document as sanitized HTML of the service. */
export const renderedQuery = (path: string, version?: string) =>
  queryOptions({
    ...read('documents.rendered', { query: { path, ...(version === undefined ? {} : { version }) } }),
    refetchInterval: untilRendered,
  });

/** The preview of a document's text. */
export const previewQuery = (path: string, text: string) =>
  queryOptions({
    ...read('documents.render', { body: { path, text } }),
    placeholderData: keepPreviousData,
    refetchInterval: untilRendered,
    gcTime: 5_000,
  });

/** The versions of a document, newest first, page by page. */
export const historyQuery = (path: string) => readPages('documents.history', { query: { path, limit: 100 } });

/** Deleted documents of a repo that can be restored, page by page. */
export const deletedQuery = (repo: string) => readPages('documents.deleted', { query: { prefix: repo, limit: 100 } });

/** The versions of a document that a blame can name. */
export const blamedVersionsQuery = (path: string) => read('documents.history', { query: { path, limit: 200 } });

/** What changed in a version. */
export const diffQuery = (path: string, to: string) => read('documents.diff', { query: { path, to } });

/** The version that each line is from. */
export const blameQuery = (path: string) => read('documents.blame', { query: { path } });

/** Maximum passages that a search shows, the best first. */
export const passagesShown = 30;

/** The results of a search. */
export const searchQuery = (query: string) =>
  queryOptions({
    ...read('documents.search', { body: { query, limit: passagesShown } }),
    enabled: query.trim() !== '',
    placeholderData: keepPreviousData,
  });
