import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { requireById } from '../../platform/identifiers.js';
import { openCollection } from '../access/view.js';
import { type Label, type MeasuredCollection, storeLabels } from './labels.js';

const operation = 'collections.label_query';

const label: Operation<typeof operation> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const { collection, config } = await openCollection(transaction, principal, operation, params.name);
    const row = await requireById('query_not_found', params.id, (id) =>
      updateQuery(transaction, collection.id, { id, isRight: body.right }),
    );
    const at = context.services.clock();
    const labels = [{ ...row, isRight: body.right }];
    await storeLabels(transaction, { collectionId: collection.id, ...config }, { labels, at });
    const detail = { id: params.id, right: body.right };
    context.audit(transaction, { action: 'collection.labelled', target: collection.name, detail });
    return { id: params.id, right: body.right, workspace: context.workspaceReference };
  });

/** The operation with which people judge the answers to logged queries. */
export const labelOperations = { [operation]: label };

type LoggedAnswer = Pick<Label, 'query' | 'strength'>;

/** Judges a logged query. Undefined if the log does not contain it. */
async function updateQuery(
  transaction: Transaction,
  collectionId: string,
  { id, isRight }: { readonly id: string; readonly isRight: boolean },
): Promise<LoggedAnswer | undefined> {
  const [row] = await transaction.query<LoggedAnswer>(
    `update query_log set "right" = $4 where workspace_id = $1 and collection_id = $2 and id = $3::uuid
     returning query, strength`,
    [transaction.workspaceId, collectionId, id, isRight],
  );
  return row;
}

/** Labels the last logged answer to a query that is corrected. A query that the log does not contain has no label. */
export async function labelCorrected(
  transaction: Transaction,
  collection: MeasuredCollection,
  correction: { readonly query: string; readonly externalId: string | null; readonly at: Date },
): Promise<void> {
  const { query, externalId, at } = correction;
  const [row] = await transaction.query<LoggedAnswer & { readonly isRight: boolean }>(
    `select query, strength,
       case when confidence = 'none' then $4::text is null else external_id is not distinct from $4 end as "isRight"
     from query_log where workspace_id = $1 and collection_id = $2 and lower(query) = lower($3)
     order by at desc, id desc limit 1`,
    [transaction.workspaceId, collection.collectionId, query.trim(), externalId],
  );
  if (row !== undefined) {
    await storeLabels(transaction, collection, { labels: [row], at });
  }
}
