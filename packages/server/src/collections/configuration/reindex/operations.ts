import type { Operation } from '../../../dispatch/operation.js';
import type { Transaction } from '../../../platform/database/database.js';
import { openCollection } from '../../access/view.js';
import type { Embedding } from '../../embedding/embedding.js';
import type { EmbedSweep } from '../../embedding/sweep.js';
import { reindex } from './reindex.js';

const tokensPerPrice = 1_000_000;

/** Preview and application of a re-embedding, which begins in the background as soon as it is applied. */
export function reindexOperations(embedding: Embedding, sweep: Pick<EmbedSweep, 'wake'>) {
  const run: Operation<'collections.reindex'> = async (context, principal, { params, query }) => {
    const open = (transaction: Transaction) =>
      openCollection(transaction, principal, { name: params.name, level: 'manage', operation: 'collections.reindex' });
    const { collection } = await context.transaction(open);
    const { embedderId } = embedding;
    const found = await reindex(context.transaction, {
      collectionId: collection.id,
      embedderId,
      open,
      accountFor: query.dry_run
        ? undefined
        : (transaction, queued) =>
            context.audit(transaction, {
              action: 'collection.reindexed',
              target: collection.name,
              detail: { reembedding: queued, embedder: embedderId },
            }),
    });
    const preview = {
      records: found.records,
      would_reembed: found.wouldReembed,
      estimated_tokens: found.estimatedTokens,
      estimated_cost_usd: (found.estimatedTokens / tokensPerPrice) * context.services.settings.SVC_EMBED_COST_PER_MTOK,
    };
    if (query.dry_run) {
      return { ...preview, applied: false };
    }
    sweep.wake();
    return { ...preview, applied: true, reembedding: found.wouldReembed, workspace: context.workspaceReference };
  };
  return { 'collections.reindex': run };
}
