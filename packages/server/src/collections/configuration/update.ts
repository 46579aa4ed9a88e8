import { limits } from '@tessera/contract';
import { type JsonValue, stringifyJson } from '@tessera/json';
import { type CollectionConfig, declaredFields, matchesType } from '@tessera/records';
import { type DeclaredType, isEmpty } from '@tessera/search-engine';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { deleteSecrets, type Rotation, rotateSecret, signingSecretOf } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret } from '../../platform/secrets.js';
import { listFilteredGrants } from '../access/queries.js';
import { type LockedCollection, lockCollection } from '../access/sequence-number.js';
import { openCollection } from '../access/view.js';
import type { WhatIf } from '../corrections/what-if.js';
import { clearFindings, type RaisedFinding, recordFindings } from '../findings/store.js';
import { useStrictness } from '../measuring/labels.js';
import { describeCollection } from '../registry/describe.js';
import { ingestUrl } from '../registry/operations.js';
import { insertCollection } from '../registry/queries.js';
import { keepReadable } from '../sharing/filters.js';
import type { WriteDependencies } from '../writing/write.js';
import { auditedChange, changeConfiguration, changedKeys, retypedFields } from './configure.js';
import { updateConfiguration } from './queries.js';
import { isReindexRequired } from './reindex/reindex.js';
import { rekeyRecords } from './rekey.js';

const operation = 'collections.update';
/** Keys whose change gives all records other ids, dates or identifiers. */
const rekeying = ['id_field', 'write_date_field', 'id_match_fields'] as const;

const create: Operation<'collections.create'> = (context, principal, { body: { name, ...configuration } }) =>
  context.transaction(async (transaction) => {
    const { services } = context;
    const { secret, hash } = newSecret('', services.random);
    const id = uuidFrom(services.random);
    const { description = null, ...keys } = configuration;
    const row = { id, name, description, ingestSecretHash: hash, createdAt: services.clock() };
    if (!(await insertCollection(transaction, row))) {
      throw errors.collectionExists(name);
    }
    context.audit(transaction, { action: 'collection.created', target: name, detail: { id } });
    if (Object.values(keys).some((value) => value !== undefined)) {
      await save(context, transaction, {
        locked: await lockCollection(transaction, principal, operation, name),
        body: keys,
      });
    }
    return { id, name, ...ingestUrl(context, secret) };
  });

/** Operations that create and configure collections. */
export function configurationOperations({
  embedding,
  indexes,
  whatIf,
}: Pick<WriteDependencies, 'embedding' | 'indexes'> & { readonly whatIf: WhatIf }) {
  const update: Operation<typeof operation> = async (context, principal, { params, body: { dry_run, ...body } }) => {
    const { name } = params;
    if (dry_run) {
      // Only a change of all records must lock out writes.
      const isLocking = rekeying.some((key) => body[key] !== undefined);
      const change = async (transaction: Transaction) => {
        const locked = isLocking
          ? await lockCollection(transaction, principal, operation, name)
          : { view: await openCollection(transaction, principal, operation, name), sequenceNumber: 0 };
        await save(context, transaction, { locked, body });
      };
      const seconds = isLocking ? limits.lockingForecastSeconds : limits.forecastSeconds;
      return whatIf({ context, principal, name }, change, seconds);
    }
    const { before, previous } = await context.transaction(async (transaction) =>
      save(context, transaction, {
        locked: await lockCollection(transaction, principal, operation, name),
        body,
      }),
    );
    return context.read(async (transaction) => {
      const view = await openCollection(transaction, principal, operation, params.name);
      const reindexRequired = await isReindexRequired(transaction, {
        collectionId: view.collection.id,
        config: view.config,
        before,
        embedderId: embedding.embedderId,
      });
      return {
        ...(await describeCollection(transaction, principal, { view, indexes, now: context.services.clock() })),
        reindex_required: reindexRequired,
        ...previous,
        workspace: context.workspaceReference,
      };
    });
  };
  return { 'collections.create': create, [operation]: update };
}

/** Stores a changed configuration and applies its consequences. Returns the earlier one, and the end of an earlier secret. */
async function save(
  context: OperationContext,
  transaction: Transaction,
  { locked, body }: { readonly locked: LockedCollection; readonly body: Parameters<typeof changeConfiguration>[1] },
): Promise<{ readonly before: CollectionConfig; readonly previous?: { readonly previous_expires_at: string | null } }> {
  const { collection } = locked.view;
  const change = changeConfiguration(collection, body);
  const { before, after, description, stored } = change;
  const retyped = retypedFields(change);
  if (retyped.length > 0) {
    keepReadable(await listFilteredGrants(transaction, collection.id), after);
  }
  const at = context.services.clock();
  await updateConfiguration(transaction, {
    id: collection.id,
    description,
    configuration: stringifyJson(stored),
    synonyms: change.synonyms,
    isReadAnew: before.phone_country !== after.phone_country,
    at,
  });
  const previous = await saveSignatureSecret(transaction, collection.id, {
    signingSecret: change.signatureSecret,
    rotation: { at, overlapHours: body.overlap_hours ?? 0 },
  });
  const changed = changedKeys(change);
  if (changed.ids || changed.dates || changed.identifiers) {
    await rekeyRecords(transaction, locked, { config: after, changed });
  }
  if (before.high_errors_max !== after.high_errors_max) {
    await useStrictness(transaction, { collectionId: collection.id, ...after });
  }
  clearFindings(transaction, collection.id, {
    declared: after.unknown_policy === 'accept' ? 'all' : [...declaredFields(after)],
    retyped,
  });
  for (const field of retyped) {
    const type = after.field_types.get(field);
    // Strings can always be compared. Other values match no range filter of a number or date field, so report them.
    if (type === 'number' || type === 'date') {
      const unfit = await findInvalidFields(transaction, collection.id, { field, type });
      await recordFindings(transaction, { collectionId: collection.id, now: at }, unfit);
    }
  }
  context.audit(transaction, { action: 'collection.configured', target: collection.name, detail: auditedChange(body) });
  return { before, ...(previous && { previous }) };
}

/** Rotates the secret with which the source signs. Null removes all; undefined keeps the stored one. */
async function saveSignatureSecret(
  transaction: Transaction,
  id: string,
  change: { readonly signingSecret: string | null | undefined; readonly rotation: Rotation },
) {
  const { workspaceId } = transaction;
  const { signingSecret, rotation } = change;
  if (signingSecret === null) {
    await deleteSecrets(transaction, workspaceId, [{ id }], 'mapping_secret');
  }
  return signingSecret == null
    ? undefined
    : rotateSecret(transaction, signingSecretOf({ kind: 'mapping_secret', workspaceId, id, signingSecret }), rotation);
}

/** Number of newest records whose values are compared with a declared type. */
const sampledRecords = 1_000;
/** Maximum values in a message. */
const shownValues = 3;
const shownCharacters = 60;

/** Returns a finding for each field if fewer than half of its stored values can be compared as the declared type. */
async function findInvalidFields(
  transaction: Transaction,
  collectionId: string,
  { field, type }: { readonly field: string; readonly type: DeclaredType },
): Promise<RaisedFinding[]> {
  const rows = await transaction.query<{ external_id: string; value: JsonValue }>(
    `select s.external_id, s.attributes -> $3 as value from (
       select external_id, attributes from records
       where workspace_id = $1 and collection_id = $2 and tombstoned_at is null
       order by write_date desc nulls last, external_id limit ${sampledRecords}) as s
     where s.attributes ? $3`,
    [transaction.workspaceId, collectionId, field],
  );
  const valued = rows.filter(({ value }) => !isEmpty(value));
  const unfit = valued.filter(({ value }) => !matchesType(value, type));
  const fit = valued.length - unfit.length;
  if (unfit.length === 0 || fit >= unfit.length) {
    return [];
  }
  const examples = unfit.slice(0, shownValues).map(({ value }) => JSON.stringify(value).slice(0, shownCharacters));
  const advice =
    type === 'number' && unfit.every(({ value }) => hasDecimalComma(value))
      ? ' These values have decimal commas: send them with a point.'
      : '';
  const message = `${fit} of ${valued.length} values of "${field}" are of type ${type}; not ${examples.join(', ')}.${advice}`;
  return unfit.map(({ external_id }) => ({ field, kind: 'type_mismatch', message, externalId: external_id }));
}

function hasDecimalComma(value: JsonValue): boolean {
  return typeof value === 'string' && /^\s*-?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/.test(value);
}
