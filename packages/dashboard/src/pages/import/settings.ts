import { type CallAnswer, type CallRequest, joinedField, joinedFields, type PreviewTarget } from '@tessera/client';
import { patchOf, type Roles, setIdentifier, setSemantic } from '../collection/roles.js';

type Description = CallAnswer<'collections.describe'>;

/** What the columns of a file are for: the fields of the id and of the update time, types and roles. */
export interface Settings extends Roles {
  readonly idField: string;
  readonly clockField: string;
}

/** The purpose of a column that a person can choose; empty for none in particular. */
export type Purpose = '' | 'id' | 'part' | 'clock' | 'identifier' | 'semantic';

const usual = { idField: 'id', clockField: 'write_date' } as const;

/** The settings of a collection. */
export function settingsOf(description: Description): Settings {
  const withRole = (role: 'semantic') => description.fields.filter(({ roles }) => roles.includes(role));
  return {
    idField: description.id_field,
    clockField: description.write_date_field,
    types: description.filterable_fields,
    identifiers: description.id_match_fields,
    embed: withRole('semantic').map(({ name }) => name),
  };
}

const idNames = [/(?:^|[\s_-])(?:id|sku|uuid|key)$/i, /(?:number|nummer|_?no|_?nr|code|ean|gtin)\.?$/i];
const clockName = /^(?:write_date|(?:date_?)?(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date|time))?)$/i;

/** The settings of a new collection, from the names and the first rows of a table. */
export function guessedSettings(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Settings {
  const isUnique = (column: string): boolean => {
    const values = rows.map((row) => String(row[column] ?? ''));
    return values.every((value) => value !== '') && new Set(values).size === values.length;
  };
  const exact = columns.find((column) => /^_?id$/i.test(column));
  const named = idNames.flatMap((name) => columns.filter((column) => name.test(column)));
  return {
    // Rows with one id are reported. Another column that is unique by chance would hide them.
    idField: exact ?? named.find(isUnique) ?? named[0] ?? columns.find(isUnique) ?? columns[0] ?? usual.idField,
    clockField: columns.find((column) => clockName.test(column)) ?? usual.clockField,
    types: {},
    identifiers: [],
    embed: null,
  };
}

/** The purpose of a field. */
export function purposeOf({ idField, clockField, identifiers, embed }: Settings, field: string): Purpose {
  const part = idField === field ? 0 : joinedFields(idField).indexOf(field);
  if (part >= 0) return part === 0 ? 'id' : 'part';
  if (clockField === field) return 'clock';
  if (identifiers.includes(field)) return 'identifier';
  return embed?.includes(field) === true ? 'semantic' : '';
}

/** The settings with another purpose of a field. */
export function withPurpose(settings: Settings, field: string, purpose: Purpose): Settings {
  const isSearched = settings.embed?.includes(field) === true;
  const rest = isSearched ? setSemantic(settings, field, false) : settings;
  const others = joinedFields(settings.idField).filter((part) => part !== field);
  const cleared: Settings = {
    ...setIdentifier(rest, field, false),
    idField: settings.idField === field ? usual.idField : joinedField(others),
    clockField: settings.clockField === field ? usual.clockField : settings.clockField,
  };
  if (purpose === 'id') return { ...cleared, idField: field };
  if (purpose === 'part') return { ...cleared, idField: joinedField([...others, field]) };
  if (purpose === 'clock') return { ...cleared, clockField: field };
  if (purpose === 'identifier') return { ...cleared, ...setIdentifier(cleared, field, true) };
  return purpose === 'semantic' ? { ...cleared, ...setSemantic(cleared, field, true) } : cleared;
}

/** The settings after a column was renamed. */
export function renamedIn(settings: Settings, from: string, to: string): Settings {
  const renamed = (name: string): string => (name === from ? to : name);
  return {
    idField: joinedField(joinedFields(settings.idField).map(renamed)),
    clockField: renamed(settings.clockField),
    types: Object.fromEntries(Object.entries(settings.types).map(([name, type]) => [renamed(name), type])),
    identifiers: settings.identifiers.map(renamed),
    embed: settings.embed?.map(renamed) ?? null,
  };
}

/** The differences as the body of a request that changes or creates a collection. */
export function changesOf(before: Settings, after: Settings): NonNullable<CallRequest<'collections.update'>['body']> {
  return {
    ...patchOf(before, after),
    ...(before.idField === after.idField ? {} : { id_field: after.idField }),
    ...(before.clockField === after.clockField ? {} : { write_date_field: after.clockField }),
  };
}

/** The settings of a collection that is created without any. */
export const noSettings: Settings = { ...usual, types: {}, identifiers: [], embed: null };

/** What a preview must know. */
export function targetOf({ idField, clockField, types }: Settings): PreviewTarget {
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
  return { id_field: idField, write_date_field: clockField, fields };
}

/** The name of a collection for a file, such as `amazon-products` for `Amazon products.csv`. */
export function nameFor(file: string): string {
  const ascii = file
    .replace(/(?<=.)\.[^.]*$/, '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  const name = ascii.toLowerCase().replace(/[^a-z0-9_]+/g, '-');
  return (
    name
      .replace(/^[-_]+/, '')
      .slice(0, 64)
      .replace(/-+$/, '') || 'records'
  );
}
