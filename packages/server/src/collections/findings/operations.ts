import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { openCollection } from '../view.js';
import { deleteFinding, listFindings } from './store.js';

const list: Operation<'collections.list_findings'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.list_findings',
    });
    const all = await listFindings(transaction, collection.id);
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['uuid'])[0];
    const start = after === undefined ? 0 : all.findIndex((row) => row.id === after) + 1;
    const page = toPage(all.slice(start), query.limit ?? all.length, (row) => [row.id]);
    const findings = page.rows.map((row) => ({
      ...row,
      first_seen_at: row.first_seen_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }));
    return { findings, count: all.length, ...(query.limit === undefined ? {} : { next_cursor: page.nextCursor }) };
  });

const dismiss: Operation<'collections.dismiss_finding'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.dismiss_finding',
    });
    if (!isUuid(params.id) || !(await deleteFinding(transaction, collection.id, params.id))) {
      throw errors.notFound('finding_not_found');
    }
    await context.audit(transaction, {
      action: 'collection.finding_dismissed',
      target: collection.name,
      detail: { id: params.id },
    });
    return { id: params.id, dismissed: true, workspace: context.workspaceReference };
  });

/** The health view of a collection. */
export const findingOperations = { 'collections.list_findings': list, 'collections.dismiss_finding': dismiss };
