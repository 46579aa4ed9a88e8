import type { Calls, PageRequest } from './calls.js';
import { readingPage } from './layout.js';
import { versionsView } from './list-views.js';
import { treeTo } from './tree.js';

/** Answers the page with a document's versions. */
export async function versionsPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const cursor = c.req.query('cursor');
  const history = await calls.ask('documents.history', {
    query: { path, ...(cursor === undefined ? {} : { cursor }) },
  });
  const { title } = await calls.ask('documents.read', { query: { path, offset: '0' } });
  const tree = await treeTo(calls, path);
  const content = versionsView(path, title, history);
  return c.html(readingPage({ title: `Versions of ${title}`, content, caller: calls.caller(), tree, path }));
}
