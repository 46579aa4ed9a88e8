import { limits, type SentBody } from '@tessera/contract';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { noteSigning, type SigningSecret } from '../../platform/credentials.js';
import { ServiceError } from '../../platform/errors.js';
import { deliveryRefusals } from '../../platform/turns/delivery-refusals.js';
import { JoinedWork } from '../../platform/turns/joined-work.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openIngestCollection } from '../access/view.js';
import { embedPending } from '../embedding/pending.js';
import { refusedDelivery } from '../findings/deliveries.js';
import { recordFindings } from '../findings/store.js';
import { countPending } from '../records/queries.js';
import type { RecordOutcome } from './apply.js';
import { type Delivery, isPing, readDelivery } from './delivery.js';
import { presentApplied, presentOutcomes } from './present.js';
import type { RefusedRecord } from './validate.js';
import { countsOf, type WriteDependencies, type WritePath, writeRecords } from './write.js';

/** Provider calls that an explicit `embed-pending` request makes even if the circuit breaker is open. */
const callsWhenAsked = 3;

/** The write operations that are authenticated by the secret in their URL. */
export function ingestOperations(dependencies: WriteDependencies) {
  const pathOf = (principal: Principal, now: Date): WritePath => ({
    ...dependencies,
    open: (transaction) => openIngestCollection(transaction, principal, now),
    auditAction: 'collection.records_ingested',
  });

  // Callers with the same secret are confirmed by the transaction of any of them.
  const joined = new JoinedWork<SentBody, () => Written>({
    waitMs: limits.deliveryWaitSeconds * 1_000,
    refusal: deliveryRefusals(),
  });

  const batch: Operation<'ingest.batch'> = async (context, principal, { body }) => {
    const now = context.services.clock();
    const source = deliveryOf(context, { body, isBatch: true, now });
    const { outcomes, view } = await writeRecords(context, principal, source, {
      ...pathOf(principal, now),
      embedLater: () => true,
    });
    return accountForBatch(context, view, outcomes);
  };

  const record: Operation<'ingest.record'> = async (context, principal, { params, query, body }) => {
    if (query.validationToken !== undefined) {
      return query.validationToken;
    }
    if (isPing(body)) {
      return 'pong';
    }
    if (body.isLines) {
      return batch(context, principal, { params, query: {}, body });
    }
    const now = context.services.clock();
    const path = { ...pathOf(principal, now), embedLater: containsList };
    const written = await joined.run(params.secret, body, (take) =>
      context.inTurn((inTurn) => writeBodies(inTurn, principal, { bodies: take(), path, now })),
    );
    const { outcomes, view } = written();
    if (containsList(view)) {
      return accountForBatch(context, view, outcomes);
    }
    const [outcome] = outcomes;
    if (outcome === undefined || 'error' in outcome) {
      throw errorOf(outcome);
    }
    return { ...presentApplied(outcome), workspace: context.workspaceReference };
  };

  const pending: Operation<'ingest.embed_pending'> = async (context, principal) => {
    const { outOfTurn, services } = context;
    const { collection } = await context.read((transaction) =>
      openIngestCollection(transaction, principal, services.clock()),
    );
    const input = {
      collectionId: collection.id,
      embedding: dependencies.embedding,
      forcedCalls: callsWhenAsked,
      outOfTurn,
    };
    const page = await embedPending(context.transaction, input);
    return { ...page, workspace: context.workspaceReference };
  };

  const confirm: Operation<'ingest.confirm'> = async (context, principal, { query }) => {
    const now = context.services.clock();
    await context.read((transaction) => openIngestCollection(transaction, principal, now));
    return query.challenge ?? query['hub.challenge'] ?? query.validationToken ?? 'ok';
  };

  return { 'ingest.confirm': confirm, 'ingest.record': record, 'ingest.batch': batch, 'ingest.embed_pending': pending };
}

/** The outcomes of the records of one body. */
interface Written {
  readonly view: CollectionView;
  readonly outcomes: readonly RecordOutcome[];
}

/**
 * Writes the records of bodies that arrived one after the other in one transaction: of as many of them as a call may have
 * records. A body that cannot be read fails alone.
 */
async function writeBodies(
  context: OperationContext,
  principal: Principal,
  { bodies, path, now }: { readonly bodies: readonly SentBody[]; readonly path: WritePath; readonly now: Date },
): Promise<(() => Written)[]> {
  const read: (number | { readonly error: unknown })[] = [];
  const { outcomes, view } = await writeRecords(
    context,
    principal,
    async (opened) => {
      const records: unknown[] = [];
      for (const body of bodies) {
        const sent = await deliveryOf(context, { body, isBatch: false, now })(opened).catch((error: unknown) => ({
          error,
        }));
        if ('error' in sent) {
          read.push(sent);
        } else if (records.length + sent.length > limits.recordsPerCall && records.length > 0) {
          break;
        } else {
          read.push(sent.length);
          records.push(...sent);
        }
      }
      return records;
    },
    path,
  );
  let start = 0;
  return read.map((part) => {
    if (typeof part !== 'number') {
      return () => {
        throw part.error;
      };
    }
    const from = start;
    start += part;
    const own = outcomes.slice(from, start).map((outcome) => ({ ...outcome, index: outcome.index - from }));
    return () => ({ view, outcomes: own });
  });
}

/** The records of a delivery. An earlier secret that signed it is recorded as used. */
function deliveryOf(
  context: OperationContext,
  delivery: Omit<Delivery, 'noteSigning'>,
): (view: CollectionView) => Promise<readonly unknown[]> {
  const note = (secret: SigningSecret) =>
    context.transaction(async (transaction) => noteSigning(transaction, [secret], delivery.now));
  return (view) => readDelivery({ ...delivery, noteSigning: note }, view);
}

/** Whether one delivery to the collection contains a list of records. */
function containsList({ config }: CollectionView): boolean {
  return config.mapping?.records !== undefined;
}

/** Adds findings for refused records and returns the results of all records. */
async function accountForBatch(
  context: OperationContext,
  view: CollectionView,
  outcomes: readonly RecordOutcome[],
): Promise<AnswerOf<'ingest.batch'>> {
  const { written, stale, failed } = countsOf(outcomes);
  await noteRefused(context, view, outcomes);
  return {
    accepted: written + stale,
    failed,
    pending_embed: await context.read((transaction) => countPending(transaction, view.collection.id)),
    results: presentOutcomes(outcomes),
    workspace: context.workspaceReference,
  };
}

/** Adds a finding for each refused record of a body. */
async function noteRefused(
  context: OperationContext,
  { collection }: CollectionView,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const raised = outcomes.flatMap((outcome) =>
    'error' in outcome
      ? [{ ...refusedDelivery(outcome.error, outcome.message), externalId: outcome.externalId ?? null }]
      : [],
  );
  if (raised.length > 0) {
    const target = { collectionId: collection.id, now: context.services.clock() };
    await context.transaction((transaction) => recordFindings(transaction, target, raised));
  }
}

/** The error of a route for one record, if that record was refused. */
function errorOf(refused: RefusedRecord | undefined): Error {
  if (refused === undefined) {
    return new Error('one record in, one outcome out');
  }
  const { error, message, field, hint } = refused;
  const details = error === 'invalid_request' ? { details: [{ path: field ?? '', message }] } : {};
  return new ServiceError(error, [message, hint ?? ''].join(' ').trim(), {
    field,
    hint: hint ?? undefined,
    ...details,
  });
}
