import { createHash } from 'node:crypto';
import { limits, type Measured } from '@tessera/contract';
import type { CollectionConfig } from '@tessera/records';
import { chooseStrictness, errorsAt, type LabelledHighs, strictest } from '@tessera/resolver';
import { replaceRowsSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** A query whose answer a person, or a list of right answers, has judged. */
export interface Label {
  readonly query: string;
  /** The strength of a verdict `high` by the ranking. Null for other verdicts, which no strictness changes. */
  readonly strength: number | null;
  readonly isRight: boolean;
}

/** The collection that is measured, with the share of errors that it allows. */
export interface MeasuredCollection extends Pick<CollectionConfig, 'high_errors_max'> {
  readonly collectionId: string;
}

/** Stores labels, one for each query; a later one replaces an earlier one. Then uses the strictness that they allow. */
export async function storeLabels(
  transaction: Transaction,
  collection: MeasuredCollection,
  { labels, at }: { readonly labels: readonly Label[]; readonly at: Date },
): Promise<void> {
  const byHash = new Map(labels.map((label) => [hashOf(label.query), label]));
  const shared = { workspace_id: transaction.workspaceId, collection_id: collection.collectionId, labelled_at: at };
  const rows = [...byHash].map(([query_hash, { strength, isRight }]) => ({ query_hash, strength, is_right: isRight }));
  transaction.send(...replaceRowsSql('query_labels', shared, rows));
  transaction.send(
    `delete from query_labels where workspace_id = $1 and collection_id = $2 and query_hash in (
       select query_hash from query_labels where workspace_id = $1 and collection_id = $2
       order by labelled_at desc, query_hash offset ${limits.labelsPerCollection})`,
    [transaction.workspaceId, collection.collectionId],
  );
  await useStrictness(transaction, collection);
}

/** Uses the strictness that the labels allow. Verdicts follow the fixed rules while there are too few of them. */
export async function useStrictness(transaction: Transaction, collection: MeasuredCollection): Promise<void> {
  const { strictness = 0 } = (await measure(transaction, collection)) ?? {};
  // With the version, other processes and cached views see that verdicts have changed.
  transaction.send(
    `update collections set strictness = $3, configuration_version = configuration_version + 1
     where workspace_id = $1 and id = $2 and strictness <> $3`,
    [transaction.workspaceId, collection.collectionId, strictness],
  );
}

/** The errors that the labels show at the strictness in use. Null with too few labels. */
export async function measure(
  transaction: Transaction,
  { collectionId, high_errors_max: errorsMax }: MeasuredCollection,
): Promise<Measured | null> {
  const rows = await transaction.query<LabelledHighs & { readonly strength: number | null }>(
    `select strength, count(*)::int as given, (count(*) filter (where not is_right))::int as wrong from query_labels
     where workspace_id = $1 and collection_id = $2 group by strength`,
    [transaction.workspaceId, collectionId],
  );
  const highs = rows.filter(({ strength }) => strength !== null);
  const chosen = errorsMax === null ? errorsAt(highs, 0) : chooseStrictness(highs, { errorsMax, strictest });
  const labels = rows.reduce((sum, { given }) => sum + given, 0);
  return chosen === undefined || labels === 0
    ? null
    : { labels, wrong: chosen.wrong, upper_bound: chosen.upperBound, strictness: chosen.strictness };
}

function hashOf(query: string): string {
  return createHash('sha256').update(query.trim().toLowerCase()).digest('base64url');
}
