/**
 * Every address of the service by operation id. This module imports nothing, so that a client can
 * take it without the schemas.
 */
export const endpoints = {
  'health.get': 'GET /health',
  'me.get': 'GET /me',
  'workspaces.list': 'GET /workspaces',
  'audit.list': 'GET /audit',

  'collections.create': 'POST /collections',
  'collections.list': 'GET /collections',
  'collections.update': 'PATCH /collections/{name}',
  'collections.delete': 'DELETE /collections/{name}',
  'collections.describe': 'GET /collections/{name}/describe',
  'collections.fields': 'GET /collections/{name}/fields',
  'collections.query': 'POST /collections/{name}/query',
  'collections.reindex': 'POST /collections/{name}/reindex',
  'collections.regenerate_ingest_url': 'POST /collections/{name}/rotate-secret',
  'collections.list_records': 'GET /collections/{name}/records',
  'collections.upsert_records': 'POST /collections/{name}/records',
  'collections.get_record': 'GET /collections/{name}/records/{id}',
  'collections.delete_record': 'DELETE /collections/{name}/records/{id}',
  'collections.import_records': 'POST /collections/{name}/import',
  'collections.reconcile_records': 'POST /collections/{name}/reconcile',
  'collections.list_findings': 'GET /collections/{name}/findings',
  'collections.dismiss_finding': 'DELETE /collections/{name}/findings/{id}',
  'collections.list_grants': 'GET /collections/{name}/grants',
  'collections.get_grant': 'GET /collections/{name}/grants/{group_id}',
  'collections.put_grant': 'PUT /collections/{name}/grants/{group_id}',
  'collections.delete_grant': 'DELETE /collections/{name}/grants/{group_id}',

  'repos.list': 'GET /repos',
  'repos.create': 'POST /repos',
  'repos.update': 'PATCH /repos/{name}',
  'repos.delete': 'DELETE /repos/{name}',
  'documents.list': 'GET /documents',
  'documents.read': 'GET /documents/content',
  'documents.write': 'PUT /documents/content',
  'documents.delete': 'DELETE /documents/content',
  'documents.rendered': 'GET /documents/rendered',
  'documents.render': 'POST /documents/render',
  'documents.move': 'POST /documents/move',
  'documents.restore': 'POST /documents/restore',
  'documents.commit': 'POST /documents/commit',
  'documents.history': 'GET /documents/history',
  'documents.diff': 'GET /documents/diff',
  'documents.blame': 'GET /documents/blame',
  'documents.search': 'POST /documents/search',
  'documents.get_raw': 'GET /raw/{repo}/{path}',
  'documents.put_raw': 'PUT /raw/{repo}/{path}',

  'ingest.record': 'POST /ingest/{secret}',
  'ingest.batch': 'POST /ingest/{secret}/batch',
  'ingest.embed_pending': 'POST /ingest/{secret}/embed-pending',

  'members.grant': 'POST /v1/members',
  'members.list': 'GET /v1/members',
  'members.revoke': 'DELETE /v1/members/{identifier}',
  'members.get_access': 'GET /v1/members/{identifier}/access',
  'members.put_access': 'PUT /v1/members/{identifier}/access',
  'members.explain_access': 'GET /v1/members/{identifier}/access/explain',
  'groups.list': 'GET /v1/groups',
  'groups.create': 'POST /v1/groups',
  'groups.update': 'PUT /v1/groups/{id}',
  'groups.delete': 'DELETE /v1/groups/{id}',
  'readers.create': 'POST /v1/readers',
  'readers.list': 'GET /v1/readers',
  'readers.revoke': 'DELETE /v1/readers/{identifier}',

  'settings.get_workspace': 'GET /settings/workspace',
  'settings.update_workspace': 'PATCH /settings/workspace',
  'api_keys.list': 'GET /settings/api-keys',
  'api_keys.create': 'POST /settings/api-keys',
  'api_keys.rotate': 'POST /settings/api-keys/{id}/rotate',
  'api_keys.revoke': 'DELETE /settings/api-keys/{id}',
  'tokens.list': 'GET /settings/tokens',
  'tokens.create': 'POST /settings/tokens',
  'tokens.rotate': 'POST /settings/tokens/{id}/rotate',
  'tokens.revoke': 'DELETE /settings/tokens/{id}',
  'people.list': 'GET /settings/people',
  'people.add': 'POST /settings/people',
  'people.update': 'PATCH /settings/people/{id}',
  'people.remove': 'DELETE /settings/people/{id}',
  'settings.list_groups': 'GET /settings/groups',
  'settings.create_group': 'POST /settings/groups',
  'settings.preview_group': 'POST /settings/groups/preview',
  'settings.update_group': 'PUT /settings/groups/{id}',
  'settings.delete_group': 'DELETE /settings/groups/{id}',
  'settings.get_access': 'GET /settings/people/{id}/access',
  'settings.put_access': 'PUT /settings/people/{id}/access',
  'settings.list_readers': 'GET /settings/readers',
  'settings.create_reader': 'POST /settings/readers',
  'settings.revoke_reader': 'DELETE /settings/readers/{id}',
  'settings.explain_access': 'GET /settings/access/explain',
  'settings.list_holders': 'GET /settings/access/holders',
  'settings.list_sessions': 'GET /settings/sessions',
  'settings.revoke_session': 'DELETE /settings/sessions/{id}',
  'settings.list_devices': 'GET /settings/devices',
  'settings.revoke_device': 'DELETE /settings/devices/{id}',

  'sessions.list': 'GET /me/sessions',
  'sessions.revoke': 'DELETE /me/sessions/{id}',
  'devices.list': 'GET /me/devices',
  'devices.revoke': 'DELETE /me/devices/{id}',
  'device.code': 'POST /auth/device/code',
  'device.token': 'POST /auth/device/token',

  'operator.create_workspace': 'POST /operator/workspaces',
  'operator.list_workspaces': 'GET /operator/workspaces',
  'operator.update_workspace': 'PATCH /operator/workspaces/{id}',
  'operator.add_person': 'POST /operator/workspaces/{id}/people',
  'operator.create_api_key': 'POST /operator/workspaces/{id}/api-keys',
  'operator.create_token': 'POST /operator/workspaces/{id}/tokens',
  'operator.create_personal_token': 'POST /operator/people/{email}/personal-tokens',
  'operator.create_sign_in_link': 'POST /operator/people/{email}/sign-in-links',
} as const;

/** Names an operation. */
export type OperationId = keyof typeof endpoints;

type MethodOf<Address extends string> = Address extends `${infer Method} ${string}` ? Method : never;
type PathOf<Address extends string> = Address extends `${string} ${infer Path}` ? Path : never;

/** The id, method and path template of one operation. */
export interface Endpoint<Id extends OperationId> {
  readonly id: Id;
  readonly method: MethodOf<(typeof endpoints)[Id]>;
  readonly path: PathOf<(typeof endpoints)[Id]>;
}

/** Looks an operation's address up. */
export function endpoint<Id extends OperationId>(id: Id): Endpoint<Id> {
  const [method, path] = endpoints[id].split(' ');
  return { id, method, path } as Endpoint<Id>;
}

const repeatablePosts: readonly OperationId[] = [
  'settings.preview_group',
  'collections.query',
  'collections.upsert_records',
  'collections.import_records',
  'collections.reconcile_records',
  'collections.reindex',
  'documents.render',
  'documents.search',
  'ingest.record',
  'ingest.batch',
  'ingest.embed_pending',
];

/** Whether sending the same call twice leaves what sending it once does, so that a lost answer may be asked for again. */
export function isRepeatable(id: OperationId): boolean {
  return !endpoints[id].startsWith('POST ') || repeatablePosts.includes(id);
}

/** Whether a 503 may be the answer itself, of a service that tells which part of it is away. */
export function mayBeDegraded(id: OperationId): boolean {
  return id === 'health.get';
}

// An ingest secret names its workspace by itself; a person's own sign-ins and the operator's routes are in none.
const selectorlessFamilies = ['health', 'workspaces', 'ingest', 'device', 'sessions', 'devices', 'operator'];

/** Whether a call may carry the workspace header. */
export function takesWorkspaceHeader(id: OperationId): boolean {
  return !selectorlessFamilies.includes(id.split('.', 1)[0] ?? id);
}

/** Keys of a query that travel as request headers, on the routes of files. */
export const headerKeys: readonly string[] = ['range', 'if-range', 'if-match', 'if-none-match'];

/** Whether a call's body or answer is a file's bytes. */
export function carriesFile(id: OperationId): boolean {
  return id === 'documents.get_raw' || id === 'documents.put_raw';
}

/** The request header that names the workspace of a call, by UUID. */
export const workspaceHeader = 'X-Svc-Workspace';
