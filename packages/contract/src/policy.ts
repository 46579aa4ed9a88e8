/**
 * Kinds of credentials. `anonymous` is a caller without a credential. A `visitor` has none either, and reads what a
 * workspace publishes.
 */
export const credentialKinds = [
  'anonymous',
  'visitor',
  'api_key',
  'pinned_token',
  'personal_token',
  'assistant',
  'session',
  'magic_link',
  'ingest_secret',
  'reconciliation_secret',
  'operator',
] as const;

/** A kind of credential. */
export type CredentialKind = (typeof credentialKinds)[number];

/** Capabilities of API keys. */
export const capabilities = [
  'manage_members',
  'manage_permissions',
  'manage_readers',
  'create_sign_in_links',
  'provision',
] as const;

/** A capability of an API key. */
export type Capability = (typeof capabilities)[number];

/** Scopes of named operator tokens: what each may call. `all` includes the others. */
export const operatorScopes = ['metrics', 'domains', 'workspaces', 'all'] as const;

/** A scope of a named operator token. */
export type OperatorScope = (typeof operatorScopes)[number];

/** Levels of access to one collection, weakest first. Each level includes the ones before it. */
export const permissions = ['read', 'write', 'manage'] as const;

/** A level of access to one collection. */
export type Permission = (typeof permissions)[number];

/** Whether a level of access to a collection includes another one. */
export function includesPermission(level: Permission, wanted: Permission): boolean {
  return permissions.indexOf(level) >= permissions.indexOf(wanted);
}

/**
 * What a caller needs for an operation. Anything that is not listed here is refused.
 * - `credentials`: the kinds of credentials that may call it.
 * - `effect`: `write` changes a workspace, and requires a credential, role and workspace that allow writes.
 *   A person's own sign-ins and tokens do not belong to a workspace, so changing them counts as `read`.
 * - `own`: it writes only what belongs to the caller, so a credential that may only read may call it too.
 * - `endsAccess`: it ends access, so it is also allowed in a suspended workspace.
 * - `workspace`: `one` runs in exactly one workspace; `none` accepts no workspace.
 * - `capability`: the capability that an API key must have. `role`: the minimum role in the workspace.
 * - `operatorScope`: the scope that a named operator token must have. Default on routes of the operator alone: `all`.
 * - `permission`: the minimum level on the collection that the path names, and the minimum level of a token.
 * - `unconfined`: a principal that is confined to groups is refused.
 * - `bucket`: the rate limit that a call counts against; `relay_calls` is that of the relay.
 */
export interface Policy {
  readonly credentials: readonly CredentialKind[];
  readonly effect: 'read' | 'write';
  readonly own?: true;
  readonly endsAccess?: true;
  readonly workspace: 'one' | 'none';
  readonly capability?: Capability;
  readonly role?: 'admin';
  readonly operatorScope?: OperatorScope;
  readonly permission?: Permission;
  readonly unconfined?: true;
  readonly bucket?: 'grants_and_writes' | 'lists_and_revokes' | 'relay_calls';
}

/** Credentials of people and agents that work in a workspace. Assistants call through the relay only. */
export const workspaceCredentials = ['pinned_token', 'personal_token', 'assistant', 'session', 'magic_link'] as const;

/** Credentials that may read documents. A visitor reads only public pages, whose URL names the workspace. */
export const readingCredentials = [...workspaceCredentials, 'visitor'] as const;

/** Credentials of an admin who manages the settings of a workspace. */
export const settingsCredentials = ['session', 'personal_token'] as const;

/** Whether the path of a route contains the credential. */
export function hasSecretInPath({ credentials }: Pick<Policy, 'credentials'>): boolean {
  return credentials.length === 1 && (credentials[0] === 'ingest_secret' || credentials[0] === 'reconciliation_secret');
}
