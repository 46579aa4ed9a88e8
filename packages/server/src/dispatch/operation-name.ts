import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';

/** The name by which refusals and describe speak of an operation: its tool's, else the verb of its id. */
export function operationName(id: OperationId): string {
  const route: RouteDefinition = routes[id];
  return route.operation ?? id.split('.')[1] ?? id;
}
