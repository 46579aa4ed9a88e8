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
import type { OutOfTurn } from '../platform/turns/fair-gate.js';
import type { Principal, PrincipalWorkspace } from '../principals/principal.js';

/** An audit event. The context adds workspace, time, actor and request id. */
export type AuditEntry = Pick<AuditEvent, 'action' | 'target' | 'detail' | 'events' | 'wrote'>;

/** The context of an operation. The workspace is selected before the operation runs, and cannot be changed here. */
export interface OperationContext {
  readonly services: Services;
  readonly requestId: string;
  /** The selected workspace. Throws for an operation whose policy has no workspace. */
  readonly workspace: PrincipalWorkspace;
  /** The selected workspace in the form that the responses of writes contain. */
  readonly workspaceReference: WorkspaceReference;
  /** Response headers, such as cookies. Adapters without headers ignore them. */
  readonly headers: Headers;
  /**
   * Runs a transaction confined to the selected workspace. The first one of a call, and every one that writes, confirms
   * the caller. Read-only if the policy only reads.
   */
  readonly transaction: InTransaction;
  /** Runs a read-only transaction, for reads that precede a write. Resolves before the transaction commits. */
  readonly read: InTransaction;
  /** Makes the next transaction confirm the caller again. Use it for a read that waited and may return stale rights. */
  confirmAgain(): void;
  /** Runs work outside of the call's turn, such as a request to a provider. Other calls use the turn meanwhile. */
  readonly outOfTurn: OutOfTurn;
  /**
   * Runs work that several calls share, in a turn of the workspace. The other calls wait for it without a turn. Only for
   * routes whose `takesTurns` says so; for others, the call has its turn.
   */
  inTurn<Result>(work: (context: OperationContext) => Promise<Result>): Promise<Result>;
  /** Whether the caller has disconnected, for calls that this one makes. */
  readonly hasLeft?: (() => boolean) | undefined;
  /**
   * Throws `AbortedRequest` if the caller has disconnected. Call it between the steps of long work that stores nothing.
   * Transactions of routes that only read call it.
   */
  stopIfLeft(): void;
  /** Runs single statements outside of any workspace, for lookups and counters. The first one confirms the caller. */
  withoutWorkspace<Result>(work: (queryable: Queryable) => Promise<Result>): Promise<Result>;
  /** Runs a transaction as the owner of the schema, for changes about a person. It confirms the caller. */
  systemTransaction<Result>(work: (transaction: SystemTransaction) => Promise<Result>): Promise<Result>;
  /** Adds an audit entry of the caller, in the transaction of the change. */
  audit(transaction: SystemTransaction, entry: AuditEntry): void;
}

/** An operation of the service, independent of transports. Refuses by throwing a `ServiceError`. */
export type Operation<Id extends OperationId> = (
  context: OperationContext,
  principal: Principal,
  input: RouteInput<Routes[Id]>,
) => Promise<RouteAnswer<Routes[Id]>>;

/** The validated input of an operation: path parameters, query and body. */
export type InputOf<Id extends OperationId> = RouteInput<Routes[Id]>;

/** The answer of an operation. */
export type AnswerOf<Id extends OperationId> = RouteAnswer<Routes[Id]>;

type AliasId = { [Id in OperationId]: Routes[Id] extends { readonly aliasOf: string } ? Id : never }[OperationId];

/** One operation for every route that is not an alias. A route without an operation does not compile. */
export type Operations = { readonly [Id in Exclude<OperationId, AliasId>]: Operation<Id> };

/** The operation's name in errors and in `describe`: the name of its tool, else the verb of its id. */
export function operationName(id: OperationId): string {
  const route: RouteDefinition = routes[id];
  return route.operation ?? id.split('.')[1] ?? id;
}
