import { errors } from '../../platform/errors.js';
import type { Calls, PageRequest } from './calls.js';
import { descriptionOf } from './document-page.js';
import { tocAside } from './document-views.js';
import { answerReadingPage, hasDiagrams } from './layout.js';
import { folderView } from './list-views.js';
import { baseName, readableName } from './names.js';
import { folderAddress, folderAt } from './tree.js';

/** Responds with a folder's page: its README and its entries. */
export async function folderPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const folder = await folderAt(calls, path, c.req.query('cursor'));
  if (folder.entries.length === 0 && folder.index === undefined) {
    throw errors.notFound('document_not_found');
  }
  if (c.req.method === 'HEAD') {
    return c.body(null);
  }
  const { index } = folder;
  const introduction =
    index === undefined ? undefined : await calls.ask('documents.rendered', { query: { path: index } });
  const content = folderView({ path, folder, introduction });
  const title = introduction?.title ?? readableName(baseName(path));
  const aside = introduction === undefined ? undefined : tocAside(introduction.toc);
  const description = index === undefined || calls.site.slug === undefined ? null : await described(calls, index);
  const found = { title, description, address: folderAddress(path) };
  const view = { title, found, content, openTo: `${path}/`, path, aside };
  return answerReadingPage(c, calls, { ...view, hasDiagrams: hasDiagrams(introduction?.html) });
}

async function described(calls: Calls, index: string): Promise<string | null> {
  return descriptionOf(await calls.ask('documents.read', { query: { path: index, offset: '0' } }));
}
