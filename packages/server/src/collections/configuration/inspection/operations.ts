import type { JsonObject } from '@tessera/json';
import type { Operation } from '../../../dispatch/operation.js';
import type { Transaction } from '../../../platform/database/database.js';
import { type CollectionView, openCollection } from '../../access/view.js';
import { findFieldOrder } from '../../records/field-order.js';
import { findSynonyms } from '../queries.js';
import { inspectFields, namingFirst } from './inspect.js';

const inspect: Operation<'collections.fields'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.fields', params.name);
    const sample = await sampleRecords(transaction, view.collection.id, query.sample);
    const inOrder = await findFieldOrder(transaction, view.collection.id);
    const { sampled_records, fields, unknown_fields } = inspectFields(sample, view.config);
    return {
      sampled_records,
      fields: namingFirst(
        fields.sort((one, other) => inOrder(one.name, other.name)),
        sampled_records,
      ),
      configured: { ...presentConfiguration(view), synonyms: await findSynonyms(transaction, view.collection.id) },
      unknown_fields,
    };
  });

/** The configuration in the form of an inspection, with defaults. */
function presentConfiguration({ collection, config }: CollectionView) {
  return {
    description: collection.description,
    guidance: config.guidance,
    id_field: config.id_field,
    write_date_field: config.write_date_field,
    embed_fields: config.embed_fields === null ? null : [...config.embed_fields],
    field_types: Object.fromEntries(config.field_types),
    id_match_fields: [...config.id_match_fields],
    exposed_fields: config.exposed_fields === null ? null : [...config.exposed_fields],
    required_fields: [...config.required_fields],
    unknown_policy: config.unknown_policy,
    append_only: config.append_only,
    deleted_field: config.deleted_field,
    history_days: config.history_days,
    high_errors_max: config.high_errors_max,
    phone_country: config.phone_country,
    expected_every: config.expected_every,
    overdue: config.overdue,
    ...(config.import_columns === null ? {} : { import_columns: config.import_columns }),
    mapping: config.mapping,
  };
}

/**
 * Reads the newest live records through an index, so that the cost does not grow with the collection. Returns the
 * oldest of them first, because the first record decides whether a field gets a type.
 */
async function sampleRecords(transaction: Transaction, collectionId: string, limit: number): Promise<JsonObject[]> {
  const rows = await transaction.query<{ attributes: JsonObject }>(
    `select s.attributes from (
       select r.attributes, r.write_date, r.external_id from records r
       where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null
       order by r.write_date desc nulls last, r.external_id limit $3) as s
     order by s.write_date nulls first, s.external_id`,
    [transaction.workspaceId, collectionId, limit],
  );
  return rows.map((row) => row.attributes);
}

/** Operations of field inspection. */
export const inspectionOperations = { 'collections.fields': inspect };
