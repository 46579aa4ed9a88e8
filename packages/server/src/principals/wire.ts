import type { HolderKind as WireHolderKind, CredentialKind as WireKind, Role as WireRole } from '@tessera/contract';

/**
 * The role of a person or token. Requests, responses and the database use older names: an editor is a `member` there,
 * and a member is a `reader`. Only this file knows both vocabularies.
 */
export type Role = 'admin' | 'editor' | 'member';

/** The kind of a principal. Requests, responses and the database call a magic link `magic_link`. */
export type PrincipalKind = Exclude<WireKind, 'magic_link'> | 'magicLink';

/** The kinds of principals that can have groups. Requests, responses and the database call a magic link a `reader`. */
export type GranteeKind = 'membership' | 'magicLink' | 'token';

/** Maps roles to their names in requests, responses and columns. */
export const wireRoles = { admin: 'admin', editor: 'member', member: 'reader' } as const satisfies Record<
  Role,
  WireRole
>;

/** Maps kinds of holders to their names in requests, responses and columns. */
export const wireGranteeKinds = {
  membership: 'membership',
  magicLink: 'reader',
  token: 'token',
} as const satisfies Record<GranteeKind, WireHolderKind>;

const roles: Readonly<Record<WireRole, Role>> = { admin: 'admin', member: 'editor', reader: 'member' };

/** Converts a role from its wire name. */
export function roleOf(wire: WireRole): Role {
  return roles[wire];
}

/** A row as the database returns it, with the wire name of its role. */
export type Stored<Row> = Omit<Row, 'role'> & { readonly role: WireRole };

/** Converts the role of a row from its wire name. */
export function withRole<Row extends { readonly role: Role }>(stored: Stored<Row>): Row {
  return { ...stored, role: roleOf(stored.role) } as unknown as Row;
}

/** Converts the kind of a principal to its name in requests, responses, columns and logs. */
export function wireKind<Kind extends PrincipalKind>(kind: Kind): Exclude<Kind, 'magicLink'> | 'magic_link' {
  return kind === 'magicLink' ? 'magic_link' : (kind as Exclude<Kind, 'magicLink'>);
}
