import type { QueryDisambiguation } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { certainRelationOf, isEmpty, textOf } from '@tessera/search-engine';
import { titleRank } from '../text/title-fields.js';

/** A longer value is nothing to ask for. */
const valueCharacters = 80;

/** A result as its caller may see it. */
interface ShownRecord {
  readonly external_id: string;
  readonly attributes: JsonObject;
}

/**
 * The field that splits records best: into the most even parts, and of equals the one by which people know records.
 * Undefined where no field tells any apart.
 */
export function disambiguate(records: readonly ShownRecord[]): QueryDisambiguation | undefined {
  const fields = new Set(records.flatMap(({ attributes }) => Object.keys(attributes)));
  const splits = [...fields]
    .flatMap((field) => splitBy(field, records) ?? [])
    .sort((one, other) => other.evenness - one.evenness || byQuestion(one.field, other.field));
  const [best] = splits;
  return best && { field: best.field, values: best.values };
}

interface Split extends QueryDisambiguation {
  /** Shannon entropy of the parts, in nats. */
  readonly evenness: number;
}

function splitBy(field: string, records: readonly ShownRecord[]): Split | undefined {
  const idsByValue = new Map<string | null, string[]>();
  for (const { external_id, attributes } of records) {
    const value = askedText(ownValue(attributes, field));
    if (value === undefined) {
      return undefined;
    }
    idsByValue.set(value, [...(idsByValue.get(value) ?? []), external_id]);
  }
  if (idsByValue.size < 2) {
    return undefined;
  }
  const values = [...idsByValue].map(([value, external_ids]) => ({ value, external_ids }));
  const shares = values.map(({ external_ids }) => external_ids.length / records.length);
  const evenness = shares.reduce((sum, share) => sum - share * Math.log(share), 0);
  // Rounded, since equal splits must be equal in whichever order they are summed.
  return { field, values, evenness: Math.round(evenness * 1e6) };
}

/** A value as a person is asked for it; null for none, undefined for what cannot be asked for. */
function askedText(value: JsonValue | undefined): string | null | undefined {
  if (value === undefined || isEmpty(value)) {
    return null;
  }
  const isComposed = (Array.isArray(value) || isJsonObject(value)) && certainRelationOf(value) === undefined;
  const text = isComposed ? undefined : textOf(value);
  return text === undefined || text.length > valueCharacters ? undefined : text;
}

function byQuestion(one: string, other: string): number {
  return titleRank(one) - titleRank(other) || one.length - other.length || (one < other ? -1 : 1);
}
