import type { Operation } from '../../../dispatch/operation.js';
import type { Repeating } from '../../../platform/repeat.js';
import type { EmbeddingClient } from '../../../search-runtime/embedding/embedders.js';
import { lockCollection } from '../../access/sequence-number.js';
import { openCollection } from '../../access/view.js';
import { reindex } from './reindex.js';

const operation = 'collections.reindex';
const tokensPerPrice = 1_000_000;

/** Returns tokens times the price per million tokens in dollars, rounded to six digits. */
function toCost(millionths: number): number {
  return Math.round(millionths) / tokensPerPrice;
}

/** Operations that preview and apply a reindex. Applying it starts embedding in the background at once. */
export function reindexOperations(embedding: EmbeddingClient, sweep: Pick<Repeating, 'wake'>) {
  const run: Operation<typeof operation> = async (context, principal, { params, query }) => {
    const { embedderId } = embedding;
    const found = await reindex(context.transaction, {
      embedderId,
      outOfTurn: context.outOfTurn,
      open: async (transaction) =>
        query.dry_run
          ? { view: await openCollection(transaction, principal, operation, params.name) }
          : lockCollection(transaction, principal, operation, params.name),
      accountFor: (transaction, queued) =>
        context.audit(transaction, {
          action: 'collection.reindexed',
          target: params.name,
          detail: { reembedding: queued, embedder: embedderId },
        }),
    });
    const preview = {
      records: found.records,
      would_reembed: found.wouldReembed,
      estimated_tokens: found.estimatedTokens,
      estimated_cost_usd: toCost(found.estimatedTokens * context.services.settings.SVC_EMBED_COST_PER_MTOK),
    };
    if (query.dry_run) {
      return { ...preview, applied: false };
    }
    sweep.wake();
    return { ...preview, applied: true, reembedding: found.wouldReembed, workspace: context.workspaceReference };
  };
  return { [operation]: run };
}
