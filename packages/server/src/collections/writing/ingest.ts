import type { Operation } from '../../dispatch/operation.js';
import { lastOf } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { openIngestCollection } from '../access/view.js';
import { embedPending } from '../embedding/pending.js';
import { countPending } from '../records/counts.js';
import { isRefused } from './apply.js';
import { countsOf, presentApplied, presentOutcomes, type WriteParts, writeRecords } from './write.js';

/** Calls to the embedding provider that whoever asks for them gets, also while the service would leave it alone. */
const callsWhenAsked = 3;

/** Writes with the secret in the URL. */
export function ingestOperations({ embedding, indexes }: WriteParts) {
  const record: Operation<'ingest.record'> = async (context, principal, { body }) => {
    const { outcomes } = await writeRecords(context, principal, [body], {
      open: (transaction) => openIngestCollection(transaction, principal),
      embedding,
      indexes,
      embedFirst: true,
      dryRun: false,
      auditAction: 'collection.records_ingested',
      agentPath: false,
    });
    const [outcome] = outcomes;
    if (outcome === undefined || isRefused(outcome)) {
      throw refusalOf(outcome);
    }
    return { ...presentApplied(outcome), workspace: context.workspaceReference };
  };

  const batch: Operation<'ingest.batch'> = async (context, principal, { body }) => {
    const { outcomes, view } = await writeRecords(context, principal, body.records, {
      open: (transaction) => openIngestCollection(transaction, principal),
      embedding,
      indexes,
      embedFirst: false,
      dryRun: false,
      auditAction: 'collection.records_ingested',
      agentPath: false,
    });
    const { written, failed } = countsOf(outcomes);
    return {
      accepted: written,
      failed,
      pending_embed: await context.transaction((transaction) => countPending(lastOf(transaction), view.collection.id)),
      results: presentOutcomes(outcomes),
      workspace: context.workspaceReference,
    };
  };

  const pending: Operation<'ingest.embed_pending'> = async (context, principal) => {
    const { collection } = await context.transaction((transaction) => openIngestCollection(transaction, principal));
    const input = { collectionId: collection.id, embedding, insistsOn: callsWhenAsked };
    const { embedded, more } = await embedPending(context.transaction, input);
    return { embedded, more, workspace: context.workspaceReference };
  };

  return { 'ingest.record': record, 'ingest.batch': batch, 'ingest.embed_pending': pending };
}

/** On a one-record route a refused record is the refusal of the call. */
function refusalOf(
  refused: { error: ServiceError['code']; message: string; field: string | null; hint: string } | undefined,
): Error {
  if (refused === undefined) {
    return new Error('one record in, one outcome out');
  }
  const { error, message, field, hint } = refused;
  const details = error === 'invalid_request' ? { details: [{ path: field ?? '', message }] } : {};
  return new ServiceError(error, `${message} ${hint}`, { field, hint, ...details });
}
