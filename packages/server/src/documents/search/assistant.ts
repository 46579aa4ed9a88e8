import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { addressPath, documentPaths } from '../rendering/index.js';

/** The operations that these are built from. */
interface AssistantDependencies {
  readonly search: Operation<'documents.search'>;
  readonly read: Operation<'documents.read'>;
}

/** Search and fetch in the format that hosted assistants expect. They call the usual operations. */
export function assistantOperations({ search, read }: AssistantDependencies) {
  const find: Operation<'documents.find'> = async (context, principal, { query: { query } }) => {
    const body = { query, limit: limits.documentSearchMax };
    const { results, warnings } = await search(context, principal, { params: {}, query: {}, body });
    const documents = new Map<string, { id: string; title: string; url: string }>();
    for (const { path, title } of results) {
      documents.set(path, documents.get(path) ?? { id: path, title, url: urlOf(context.services.baseUrl, path) });
    }
    return { results: [...documents.values()].slice(0, limits.documentSearchDefault), ...(warnings && { warnings }) };
  };

  const fetch: Operation<'documents.fetch'> = async (context, principal, { query: { id } }) => {
    const document = await read(context, principal, { params: {}, query: { path: id, offset: 0 }, body: {} });
    const { path, title, text, media_type, updated_at, updated_by, next_offset } = document;
    return {
      id: path,
      title,
      text: text ?? '',
      url: urlOf(context.services.baseUrl, path),
      metadata: { media_type, updated_at, updated_by, ...(next_offset === null ? {} : { next_offset }) },
    };
  };

  return { 'documents.find': find, 'documents.fetch': fetch };
}

function urlOf(baseUrl: string, path: string): string {
  return new URL(`${documentPaths.pages}${addressPath(path)}`, baseUrl).href;
}
