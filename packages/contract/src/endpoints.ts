import { hasSecretInPath } from './policy.js';
import type { Method, RouteDefinition } from './route.js';
import { type Routes, routes } from './routes.js';

/** Names an operation. */
export type OperationId = keyof Routes;

/** What a client needs to know of a route in order to call it, without the schemas. */
export interface Endpoint {
  readonly method: Method;
  /** With its parameters as `{name}`. */
  readonly path: string;
  /** Sending the same call twice leaves what sending it once does, so a call whose answer was lost is sent again. */
  readonly isRepeatable: boolean;
  readonly takesWorkspaceHeader: boolean;
  /** A 503 may be the answer itself, of a service that tells which part of it is away. */
  readonly mayBeDegraded: boolean;
  /** Whether the body or the answer is a file's bytes. */
  readonly bytes?: RouteDefinition['bytes'] | undefined;
  /** Keys of the query that are sent as request headers. */
  readonly headers: readonly string[];
}

/** Every address of the service by operation id. The dashboard is built with the values alone, without the schemas. */
export const endpoints = Object.fromEntries(
  Object.entries(routes).map(([id, route]) => [id, endpointOf(route)]),
) as Readonly<Record<OperationId, Endpoint>>;

function endpointOf({ id, method, path, policy, ...route }: RouteDefinition): Endpoint {
  // A secret in the path already names the workspace. `me.get` works in a workspace and without one.
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

/** The request header that names the workspace of a call, by UUID. */
export const workspaceHeader = 'X-Svc-Workspace';
