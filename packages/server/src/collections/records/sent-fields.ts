import { limits } from '@tessera/contract';
import { isJsonObject, isStorableText, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { type CollectionConfig, canonicalKey, otherRank, titleRank } from '@tessera/records';
import { type FieldKind, type FieldValue, kindOfValue, type SentField } from '@tessera/resolver';
import { equalityScalars, isEmpty, textOf } from '@tessera/search-engine';
import { type CollectionView, mayQuery } from '../access/view.js';

/** How many strings of a list or object are compared, and how many characters of each. */
const comparedMax = { texts: 20, characters: 300 } as const;
const nothing: FieldValue = { texts: [], isNumber: false };
/** The parts of a person's name, which together are one title. */
const nameParts = /^(?:first|last|given|family|middle|sur|fore|vor|nach)_?name$/i;

/** The fields of a record to resolve, in the order sent. Hidden fields have no value. */
export function readSentFields(record: JsonObject, view: CollectionView): SentField[] {
  const read = Object.keys(record).map((field) => {
    const value = mayQuery(field, view) ? fieldValue(ownValue(record, field)) : nothing;
    return { field, value, kind: kindOf(field, value, view.config) };
  });
  const words = read.filter(({ kind, value }) => kind === 'text' && value.texts.length > 0);
  const titles = titleFields(
    words.map(({ field }) => field),
    view.config,
  );
  const country = view.config.phone_country ?? undefined;
  return read.map((each) => ({ ...each, isTitle: titles.includes(each.field), country }));
}

/** The values of a sent record as one text, as a person would type it in a query. */
export function textOfRecord(record: JsonObject): string {
  return Object.keys(record)
    .flatMap((field) => fieldValue(ownValue(record, field)).texts)
    .join(', ');
}

/** The identifiers and title of a sent record, as text: what a correction of it applies to. Undefined without them. */
export function identityOf(fields: readonly SentField[]): JsonObject | undefined {
  const identifying = fields.filter(
    ({ kind, isTitle, value: { texts } }) => (kind === 'identifier' || isTitle) && texts.length > 0,
  );
  const entries = identifying.map(({ field, value: { texts } }) => {
    const [text = '', ...others] = texts;
    return [field, others.length === 0 ? text : [...texts]] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A record's values of those sent fields that the caller may see. */
export function storedValues(
  sent: readonly SentField[],
  { external_id, attributes }: { readonly external_id: string; readonly attributes: JsonObject },
  view: CollectionView,
): Map<string, FieldValue> {
  const visible = sent.filter(({ field }) => mayQuery(field, view));
  return new Map(
    visible.map(({ field }) => {
      const stored = field === view.config.id_field ? external_id : ownValue(attributes, field);
      return [field, fieldValue(stored)] as const;
    }),
  );
}

/** The visible field with which text without a field is compared. Undefined unless there is exactly one title field. */
export function titleFieldOf(fields: readonly string[], { config }: CollectionView): string | undefined {
  const [title, ...others] = titleFields(fields, config);
  return title !== undefined && others.length === 0 && !nameParts.test(title) ? title : undefined;
}

function kindOf(field: string, value: FieldValue, config: CollectionConfig): FieldKind {
  if (field === config.id_field || config.id_match_fields.includes(field)) {
    return 'identifier';
  }
  const declared = config.field_types.get(field);
  if (declared !== undefined && declared !== 'string') {
    return declared;
  }
  const kind = kindOfValue(value);
  return declared === 'string' && kind === 'number' ? 'text' : kind;
}

/** The sent fields that form the title: a title field, or the parts of a name. */
function titleFields(fields: readonly string[], config: CollectionConfig): string[] {
  const nameFields = fields.filter((field) => nameParts.test(field));
  const [best] = [...fields].sort(
    (one, other) => titleRank(one) - titleRank(other) || one.length - other.length || (one < other ? -1 : 1),
  );
  if (best !== undefined && titleRank(best) < otherRank && !nameParts.test(best)) {
    return [best];
  }
  const [embedded] = config.embed_fields ?? [];
  return nameFields.length > 0 ? nameFields : fields.filter((field) => field === embedded);
}

function fieldValue(value: JsonValue | undefined): FieldValue {
  if (value === undefined || isEmpty(value)) {
    return nothing;
  }
  const texts = scalarsIn(value)
    .filter((scalar) => !isEmpty(scalar))
    .slice(0, comparedMax.texts)
    .map((scalar) => textOf(scalar).slice(0, comparedMax.characters));
  const isNumber = canonicalKey(value) !== undefined && typeof value !== 'string';
  return { texts: texts.filter((text) => text.trim() !== '' && isStorableText(text)), isNumber };
}

/** The scalars of a value, of a list and of objects in it. What is deeper than stored records is not compared. */
function scalarsIn(value: JsonValue, levels: number = limits.recordDepth): ReturnType<typeof equalityScalars> {
  const scalars = equalityScalars(value);
  if (scalars.length > 0 || levels === 0) {
    return scalars;
  }
  const values = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return values.flatMap((each) => scalarsIn(each, levels - 1));
}
