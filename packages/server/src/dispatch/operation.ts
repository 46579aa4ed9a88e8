import {
  type OperationId,
  type RouteAnswer,
  type RouteDefinition,
  type RouteInput,
  type Routes,
  routes,
  type WorkspaceReference,
} from '@tessera/contract';
import type { AuditEvent } from '../platform/audit.js';
import type { InTransaction, Queryable, SystemTransaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import type { Aside } from '../platform/turns/fair-gate.js';
import type { Principal, PrincipalWorkspace } from '../principals/principal.js';

/** An audit event; the context adds the workspace, time, actor and request id. */
export type AuditEntry = Pick<AuditEvent, 'action' | 'target' | 'detail' | 'events' | 'wrote'>;

/**
 * What an operation works with. The workspace has been chosen before it runs; nothing here can name another one.
 */
export interface OperationContext {
  readonly services: Services;
  readonly requestId: string;
  /** The chosen workspace. Throws for an operation whose policy has no workspace. */
  readonly workspace: PrincipalWorkspace;
  /** The chosen workspace as the response of a write names it. */
  readonly workspaceReference: WorkspaceReference;
  /** Headers of the response, such as cookies; an adapter without headers drops them. */
  readonly headers: Headers;
  /**
   * One transaction, confined to the chosen workspace. It confirms the caller before anything of it counts: the first one
   * of a call, and each that writes. Read-only for an operation whose policy only reads.
   */
  readonly transaction: InTransaction;
  /** A read-only transaction, for what an operation that writes has to know beforehand. It answers before its commit. */
  readonly read: InTransaction;
  /** Has the next transaction confirm the caller again: for a call that only reads and has waited for something else. */
  confirmAgain(): void;
  /**
   * Runs work outside of the call's turn, for a route that takes turns: to wait for others, such as a provider, or between
   * two parts of long work. Other calls have their turn meanwhile.
   */
  readonly outOfTurn: Aside;
  /** Statements outside any workspace, each by itself, for lookups and counters. The first confirms the caller. */
  withoutWorkspace<Result>(work: (queryable: Queryable) => Promise<Result>): Promise<Result>;
  /** One transaction of the schema's owner that confirms the caller: for what is about a person, not about a workspace. */
  systemTransaction<Result>(work: (transaction: SystemTransaction) => Promise<Result>): Promise<Result>;
  /** Adds an audit entry by the calling principal, in the transaction of the change. */
  audit(transaction: SystemTransaction, entry: AuditEntry): void;
}

/** A verb of the service, free of any transport. Refuses by throwing a `ServiceError`. */
export type Operation<Id extends OperationId> = (
  context: OperationContext,
  principal: Principal,
  input: RouteInput<Routes[Id]>,
) => Promise<RouteAnswer<Routes[Id]>>;

/** The input of an operation: path parameters, query and body, validated. */
export type InputOf<Id extends OperationId> = RouteInput<Routes[Id]>;

/** The answer of an operation. */
export type AnswerOf<Id extends OperationId> = RouteAnswer<Routes[Id]>;

type AliasId = { [Id in OperationId]: Routes[Id] extends { readonly aliasOf: string } ? Id : never }[OperationId];

/** One operation for every route that is not an alias; a route without one does not compile. */
export type Operations = { readonly [Id in Exclude<OperationId, AliasId>]: Operation<Id> };

/** The name by which refusals and describe speak of an operation: its tool's, else the verb of its id. */
export function operationName(id: OperationId): string {
  const route: RouteDefinition = routes[id];
  return route.operation ?? id.split('.')[1] ?? id;
}
