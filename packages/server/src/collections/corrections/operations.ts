import { type Correction, type Forecast, limits } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { AnswerOf, InputOf, Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { existing, requireById, uuidFrom } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { type CollectionView, openCollection, readableRecords } from '../access/view.js';
import { labelCorrected } from '../measuring/operations.js';
import { idInPath } from '../records/operations.js';
import { findRecord } from '../records/queries.js';
import { identityOf, readSentFields } from '../records/sent-fields.js';
import { type CorrectedQuery, correctedRecord, correctedWords, visibleCorrections } from './chosen.js';
import {
  type CorrectionRow,
  countCorrections,
  countStored,
  deleteCorrection,
  deleteOrphans,
  listCorrections,
  lockCollection,
  replaceCorrection,
} from './queries.js';
import type { WhatIf } from './what-if.js';

type Changing = 'collections.correct_resolution' | 'collections.delete_correction';
/** The change that an operation makes in a transaction. */
type Stored<Id extends Changing> = (
  ...call: Parameters<Operation<Id>>
) => (transaction: Transaction) => Promise<Exclude<AnswerOf<Id>, Forecast>>;

/** Stores a correction in a transaction. A forecast needs no lock, because the correction is rolled back. */
const storeCorrection: Stored<'collections.correct_resolution'> =
  (context, principal, { params, body }) =>
  async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.correct_resolution', params.name);
    const { id: collectionId, name } = view.collection;
    const { query, record, wordsHash } = correctedBy(body, view);
    // Locked, because a concurrent change of the id field would leave the earlier id in the correction.
    if (!body.dry_run && !(await lockCollection(transaction, collectionId))) {
      throw errors.notFound('collection_not_found');
    }
    const externalId = body.external_id === null ? null : await seenId(transaction, view, body.external_id);
    await makeRoom(transaction, collectionId);
    const row = {
      id: uuidFrom(context.services.random),
      query,
      record,
      external_id: externalId,
      created_by: principal.name,
      created_at: context.services.clock(),
    };
    const sliceHash = externalId === null ? visibleTo(view).sliceHash : null;
    const labelled = { query, externalId, at: row.created_at };
    await labelCorrected(transaction, { collectionId, ...view.config }, labelled);
    const stored = { collection_id: collectionId, words_hash: wordsHash, slice_hash: sliceHash };
    replaceCorrection(transaction, { ...row, ...stored });
    context.audit(transaction, {
      action: 'collection.resolution_corrected',
      target: name,
      detail: { id: row.id, query, external_id: externalId },
    });
    return { ...presentCorrection(row), workspace: context.workspaceReference };
  };

/** What a correction applies to. Throws `invalid_request` if there is nothing to compare. */
function correctedBy({ query, record }: InputOf<'collections.correct_resolution'>['body'], view: CollectionView) {
  const identity = record === undefined ? null : (identityOf(readSentFields(record as JsonObject, view)) ?? {});
  const { text, hash }: CorrectedQuery =
    identity === null ? correctedWords(query ?? '') : correctedRecord(identity, view.config);
  if (hash === undefined) {
    throw errors.invalidRequest([
      identity === null
        ? { path: 'query', message: 'must contain a letter or a digit' }
        : { path: 'record', message: 'must have a title or an identifier (`id_match_fields` or the id)' },
    ]);
  }
  if (text.length > limits.queryCharacters) {
    const message = `its title and identifiers must have at most ${limits.queryCharacters} characters`;
    throw errors.invalidRequest([{ path: 'record', message }]);
  }
  return { query: text, record: identity, wordsHash: hash };
}

/** Returns the canonical id of a live record that the caller can see. Throws `record_not_found`. */
async function seenId(transaction: Transaction, view: CollectionView, sent: string): Promise<string> {
  const id = idInPath(sent);
  existing('record_not_found', await findRecord(transaction, readableRecords(view), id));
  return id;
}

/** At the limit, deletes corrections of deleted records. Throws `storage_full` if that is not enough. */
async function makeRoom(transaction: Transaction, collectionId: string): Promise<void> {
  const max = limits.correctionsPerCollection;
  if ((await countStored(transaction, collectionId)) < max) {
    return;
  }
  await deleteOrphans(transaction, collectionId);
  if ((await countStored(transaction, collectionId)) >= max) {
    throw new ServiceError('storage_full', `A collection keeps ${max} corrections: delete some that nobody needs.`);
  }
}

const list: Operation<'collections.list_corrections'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.list_corrections', params.name);
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'uuid']);
    const visible = visibleTo(view);
    const [rows, count] = await Promise.all([
      listCorrections(transaction, visible, { after, limit: query.limit + 1 }),
      countCorrections(transaction, visible),
    ]);
    const page = toPage(rows, query.limit, (row) => [row.created_at.toISOString(), row.id]);
    return { corrections: page.rows.map(presentCorrection), count, next_cursor: page.nextCursor };
  });

const removeCorrection: Stored<'collections.delete_correction'> =
  (context, principal, { params }) =>
  async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.delete_correction', params.name);
    const deleted = await requireById('correction_not_found', params.id, (id) =>
      deleteCorrection(transaction, visibleTo(view), id),
    );
    context.audit(transaction, {
      action: 'collection.correction_deleted',
      target: view.collection.name,
      detail: { id: params.id, ...deleted },
    });
    return { id: params.id, deleted: true, workspace: context.workspaceReference };
  };

function visibleTo(view: CollectionView) {
  return visibleCorrections(view, readableRecords(view));
}

function presentCorrection({ id, query, record, external_id, created_by, created_at }: CorrectionRow): Correction {
  return { id, query, ...(record && { record }), external_id, by: created_by, at: created_at.toISOString() };
}

/** Operations on corrections. With them, people choose the record for the words of a query. */
export function correctionOperations(whatIf: WhatIf) {
  const correct: Operation<'collections.correct_resolution'> = (context, principal, input) => {
    const store = storeCorrection(context, principal, input);
    const { name } = input.params;
    return input.body.dry_run ? whatIf({ context, principal, name }, store) : context.transaction(store);
  };
  const remove: Operation<'collections.delete_correction'> = (context, principal, input) => {
    const store = removeCorrection(context, principal, input);
    const { name } = input.params;
    return input.query.dry_run ? whatIf({ context, principal, name }, store) : context.transaction(store);
  };
  return {
    'collections.correct_resolution': correct,
    'collections.list_corrections': list,
    'collections.delete_correction': remove,
  };
}
