import type { Operation } from '../../dispatch/operation.js';
import { requireById } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { openCollection } from '../access/view.js';
import { countFindings, deleteFinding, listFindings, orderedCharacters } from './store.js';

const list: Operation<'collections.list_findings'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.list_findings', params.name);
    // The cursor contains the sort key. An id would not be enough, because the finding may be dismissed or occur again
    // before the next page is read.
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'text', 'text', 'uuid']);
    const limit = query.limit === undefined ? null : query.limit + 1;
    const rows = await listFindings(transaction, collection.id, { after, limit });
    const page = toPage(rows, query.limit ?? rows.length, (row) => [
      row.last_seen_at.toISOString(),
      Array.from(row.field).slice(0, orderedCharacters).join(''),
      row.kind,
      row.id,
    ]);
    const findings = page.rows.map((row) => ({
      ...row,
      first_seen_at: row.first_seen_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }));
    const count = await countFindings(transaction, collection.id);
    return { findings, count, ...(query.limit === undefined ? {} : { next_cursor: page.nextCursor }) };
  });

const dismiss: Operation<'collections.dismiss_finding'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.dismiss_finding', params.name);
    await requireById('finding_not_found', params.id, (id) => deleteFinding(transaction, collection.id, id));
    context.audit(transaction, {
      action: 'collection.finding_dismissed',
      target: collection.name,
      detail: { id: params.id },
    });
    return { id: params.id, dismissed: true, workspace: context.workspaceReference };
  });

/** Operations on the findings of a collection. */
export const findingOperations = { 'collections.list_findings': list, 'collections.dismiss_finding': dismiss };
