import { type CollectionConfig, encodedData, semanticFields } from '@tessera/records';
import type { Transaction } from '../../../platform/database/database.js';
import { isEmptySql } from '../../filters/sql.js';

/** Describes the records whose text a configuration change may change. */
export interface TextChange {
  /** Fields that are added to the text or removed from it. A record is affected if it has one of them. */
  readonly moved: readonly string[];
  /** Fields whose order in the text changes. A record is affected if it has two of them. */
  readonly reordered: readonly string[];
  /** If set, all fields except these are added or removed. Null if `moved` lists all of them. */
  readonly othersMoveBut: readonly string[] | null;
  /** Fields whose bare URLs and encoded data are added to the text or removed from it. */
  readonly opaqueMoves: readonly string[];
}

/** Compares two configurations. Undefined if the text of no record changes. */
export function textChangeOf(before: CollectionConfig, after: CollectionConfig): TextChange | undefined {
  const named = [...new Set([...namedBy(before), ...namedBy(after)])];
  const [inBefore, inAfter] = [textFields(named, before), textFields(named, after)];
  const moved = named.filter((field) => inBefore.has(field) !== inAfter.has(field));
  const common = [...inBefore.keys()].filter((field) => inAfter.has(field));
  const reordered = common.filter((field) =>
    common.some((other) => isBefore(field, other, inBefore) !== isBefore(field, other, inAfter)),
  );
  const isListSet = (before.embed_fields === null) !== (after.embed_fields === null);
  if (moved.length === 0 && reordered.length === 0 && !isListSet) {
    return undefined;
  }
  return { moved, reordered, othersMoveBut: isListSet ? named : null, opaqueMoves: isListSet ? common : [] };
}

/** The fields that a configuration puts into the text or excludes from it by name. */
function namedBy({
  embed_fields,
  field_types,
  id_match_fields,
  id_field,
  write_date_field,
}: CollectionConfig): readonly string[] {
  return embed_fields ?? [id_field, write_date_field, ...id_match_fields, ...field_types.keys()];
}

/** The fields that are part of the text, with their positions in it. */
function textFields(fields: readonly string[], config: CollectionConfig): ReadonlyMap<string, number> {
  const record = Object.fromEntries(fields.map((field) => [field, '']));
  return new Map(semanticFields(record, config).map((field, index) => [field, index]));
}

function isBefore(field: string, other: string, positions: ReadonlyMap<string, number>): boolean {
  return (positions.get(field) ?? 0) < (positions.get(other) ?? 0);
}

/**
 * Whether a change may affect the text of any live record. Stops at the first match. Can return true for values without
 * words, such as `true`, but never false for a changed text.
 */
export async function mayChangeText(
  transaction: Transaction,
  collectionId: string,
  change: TextChange,
): Promise<boolean> {
  const value = '(r.attributes -> f.name)';
  const fields = (parameter: string) => `unnest(${parameter}::text[]) as f (name)`;
  const [row] = await transaction.query<{ found: boolean }>(
    `select exists (select from records r where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null and (
       exists (select from ${fields('$3')} where not ${isEmptySql(value)})
       or (select count(*) from (select from ${fields('$4')} where not ${isEmptySql(value)} limit 2) filled) > 1
       or ($5::text[] is not null and exists (
         select from jsonb_each(r.attributes) a where a.key <> all($5::text[]) and not ${isEmptySql('a.value')}))
       or exists (select from ${fields('$6')} where (${value})::text ~* '${maybeOpaque}'))) as found`,
    [transaction.workspaceId, collectionId, change.moved, change.reordered, change.othersMoveBut, change.opaqueMoves],
  );
  return row?.found ?? false;
}

/**
 * Matches JSON whose values may contain opaque data. Also matches tags and entities, because they can decode to
 * anything.
 */
const maybeOpaque = `https?://|[<&]|${encodedData.source.replace(/^\^|\$$/g, '')}`;
