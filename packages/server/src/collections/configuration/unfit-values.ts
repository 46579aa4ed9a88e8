import type { JsonValue } from '@tessera/json';
import { type DeclaredType, isEmpty } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import type { RaisedFinding } from '../findings/store.js';
import { fitsType } from '../model/contract.js';

/** Newest records that a declared type is tried on. */
const sampledRecords = 1_000;
/** Values as a message shows them. */
const shownValues = 3;
const shownCharacters = 60;

/** A field with the type that was declared for it. */
export interface DeclaredField {
  readonly field: string;
  readonly type: DeclaredType;
}

/** Findings about a declared type that fewer than half of the stored values can be compared as; none where more can. */
export async function findUnfitValues(
  transaction: Transaction,
  collectionId: string,
  { field, type }: DeclaredField,
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
  const unfit = valued.filter(({ value }) => !fitsType(value, type));
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
