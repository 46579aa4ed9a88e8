import { hasSecretInPath } from './policy.js';
import type { Method, RouteDefinition } from './route.js';
import { type Routes, routes } from './routes.js';

/** The id of an operation. */
export type OperationId = keyof Routes;

/** The facts about a route that a client needs to call it, without schemas. */
export interface Endpoint {
  readonly method: Method;
  /** The path, with its parameters as `{name}`. */
  readonly path: string;
  /** Whether a repeated call has no further effect. A call without a response is then retried. */
  readonly isRepeatable: boolean;
  readonly takesWorkspaceHeader: boolean;
  /** Whether a 503 can be a regular answer, in which the service reports which part of it is down. */
  readonly mayBeDegraded: boolean;
  /** Whether the body or the answer is a file's bytes. */
  readonly bytes?: RouteDefinition['bytes'] | undefined;
  /** Keys of the query that are sent as request headers. */
  readonly headers: readonly string[];
}

/** The endpoints of all operations by id. The dashboard includes these values without the schemas. */
export const endpoints = Object.fromEntries(
  Object.entries(routes).map(([id, route]) => [id, endpointOf(route)]),
) as Readonly<Record<OperationId, Endpoint>>;

function endpointOf({ id, method, path, policy, ...route }: RouteDefinition): Endpoint {
  // If the path contains a secret, that determines the workspace. `me.get` works with and without a workspace.
  const isSelected = policy.workspace === 'one' && !hasSecretInPath(policy);
  return {
    method,
    path,
    isRepeatable: method !== 'POST' || route.isRepeatable === true,
    takesWorkspaceHeader: isSelected || id === 'me.get',
    mayBeDegraded: route.mayBeDegraded === true,
    bytes: route.bytes,
    headers: route.headers ?? [],
  };
}

/** The request header with the workspace of a call, a UUID. */
export const workspaceHeader = 'X-Svc-Workspace';
