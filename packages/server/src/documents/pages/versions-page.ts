import { t } from '../../http/pages/language.js';
import type { Calls, PageRequest } from './calls.js';
import { isCustomer } from './document-views.js';
import { answerReadingPage } from './layout.js';
import { versionsView } from './list-views.js';

/** Responds with the page of a document's versions. */
export async function versionsPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const cursor = c.req.query('cursor');
  const history = await calls.ask('documents.history', {
    query: { path, ...(cursor === undefined ? {} : { cursor }) },
  });
  const { title } = await calls.ask('documents.read', { query: { path, offset: '0' } });
  const content = versionsView(path, { title, history, isCustomer: isCustomer(calls.caller()) });
  return answerReadingPage(c, calls, { title: t('document.versionsOf', { title }), content, openTo: path, path });
}
