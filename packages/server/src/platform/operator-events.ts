import { stringifyJson } from '@tessera/json';
import { insertSql } from './database/columns.js';
import type { SystemTransaction } from './database/database.js';
import { uuidFrom } from './identifiers.js';
import type { Services } from './services.js';

/**
 * An action of an operator on a workspace, a person or the whole service. `target` is an opaque id; `detail` must not contain secrets.
 */
export interface OperatorEvent {
  readonly action: string;
  /** The operator; null for the service itself. */
  readonly actor: { readonly name: string } | null;
  readonly target: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

/** Adds an entry to the operator's log, in the transaction of the change. */
export function recordOperatorEvent(
  transaction: SystemTransaction,
  { random, clock }: Pick<Services, 'random' | 'clock'>,
  { action, actor, target, detail, requestId }: OperatorEvent,
): void {
  const row = {
    id: uuidFrom(random),
    at: clock(),
    action,
    target,
    detail: stringifyJson(detail),
    request_id: requestId,
  };
  transaction.send(...insertSql('operator_events', { ...row, actor: actor?.name }));
}
