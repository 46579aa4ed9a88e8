import type { CallAnswer, CallRequest } from '@tessera/client';
import { textOf } from '../../text.js';

/** The answer of field inspection. */
export type Inspection = CallAnswer<'collections.fields'>;

/** One field of the stored records. */
export type InspectedField = Inspection['fields'][number];

/** The roles of fields while they are edited. If `embed` is null, the default of the service applies. */
export interface Roles {
  readonly types: Readonly<Record<string, FieldType>>;
  readonly identifiers: readonly string[];
  readonly embed: readonly string[] | null;
}

type FieldType = NonNullable<InspectedField['suggested_type']>;

/** The types that a field can have. */
export const typeChoices: readonly { readonly value: FieldType; readonly label: string }[] = [
  { value: 'string', label: textOf('Text') },
  { value: 'number', label: textOf('Number') },
  { value: 'date', label: textOf('Date') },
  { value: 'enum', label: textOf('One of a few') },
];

/** The roles as saved. */
export function rolesOf({ configured }: Pick<Inspection, 'configured'>): Roles {
  return { types: configured.field_types, identifiers: configured.id_match_fields, embed: configured.embed_fields };
}

/** The roles with one field's suggestion applied. */
export function accept(roles: Roles, field: InspectedField): Roles {
  const { name, suggested_type: type, suggested_role: role } = field;
  const typed = type === null ? roles : setType(roles, name, type);
  if (role === 'identifier') {
    return setIdentifier(typed, name, true);
  }
  return role === 'semantic' && typed.embed !== null ? setSemantic(typed, name, true) : typed;
}

/** Declares the type of a field; null removes the declaration. */
export function setType(roles: Roles, name: string, type: FieldType | null): Roles {
  const others = Object.entries(roles.types).filter(([field]) => field !== name);
  return { ...roles, types: Object.fromEntries(type === null ? others : [...others, [name, type]]) };
}

/** Adds a field to the identifiers or removes it. An identifier is never searched by meaning. */
export function setIdentifier(roles: Roles, name: string, on: boolean): Roles {
  const identifiers = toggled(roles.identifiers, name, on);
  return { ...roles, identifiers, embed: on && roles.embed !== null ? toggled(roles.embed, name, false) : roles.embed };
}

/** Adds a field to those that are searched by meaning, or removes it. */
export function setSemantic(roles: Roles, name: string, on: boolean): Roles {
  return { ...roles, embed: toggled(roles.embed ?? [], name, on) };
}

function toggled(names: readonly string[], name: string, on: boolean): string[] {
  return on ? [...new Set([...names, name])] : names.filter((other) => other !== name);
}

/** Whether applying this field's suggestion would change anything. */
export function isSuggested(roles: Roles, field: InspectedField): boolean {
  return !isSame(accept(roles, field), roles);
}

/** Whether two sets of roles are equal. */
export function isSame(one: Roles, other: Roles): boolean {
  const text = ({ types, identifiers, embed }: Roles): string =>
    JSON.stringify([Object.entries(types).sort(), [...identifiers].sort(), embed]);
  return text(one) === text(other);
}

/** The body of a request that saves these roles. Contains only the differences. */
export function patchOf(before: Roles, after: Roles): NonNullable<CallRequest<'collections.update'>['body']> {
  const differs = (part: (roles: Roles) => unknown): boolean =>
    JSON.stringify(part(before)) !== JSON.stringify(part(after));
  return {
    ...(differs(({ types }) => Object.entries(types).sort()) ? { field_types: after.types } : {}),
    ...(differs(({ identifiers }) => identifiers) ? { id_match_fields: [...after.identifiers] } : {}),
    ...(differs(({ embed }) => embed)
      ? { embed_fields: after.embed === null || after.embed.length === 0 ? null : [...after.embed] }
      : {}),
  };
}
