import type { Policy } from '@tessera/contract';
import { recordAudit } from '../platform/audit.js';
import type { InTransaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import type { Aside } from '../platform/turns/fair-gate.js';
import { actorOf, type Principal, type PrincipalWorkspace, referenceOf } from '../principals/principal.js';
import type { Confirmation } from './confirmation.js';
import type { OperationContext } from './operation.js';

/** What becomes known of a call on its way: headers of its answer, and who called. */
export interface Progress {
  readonly headers: Headers;
  readonly seen: { principal?: Principal };
}

/** A call whose operation runs: as whom, by which policy, and what confirms that. */
export interface Running extends Progress {
  readonly principal: Principal;
  readonly confirmation: Confirmation;
  readonly policy: Policy;
  readonly outOfTurn: Aside;
}

/** What an operation works with; see `OperationContext`. */
export function createContext(
  services: Services,
  { principal, headers, confirmation, policy, outOfTurn }: Running,
  requestId: string,
): OperationContext {
  const workspace = (): PrincipalWorkspace => {
    if (principal.scope === null) {
      throw new Error('this operation runs outside any workspace');
    }
    return principal.scope.workspace;
  };
  const { database } = services;
  const write: InTransaction = (work) =>
    database.inWorkspace(workspace().id, (transaction) => confirmation.within(transaction, work));
  // The caller is confirmed once for all reads, after the body has arrived, and again by every transaction that writes.
  const read: InTransaction = (work) =>
    database.inWorkspace(
      workspace().id,
      (transaction) => (confirmation.isConfirmed ? work(transaction) : confirmation.within(transaction, work)),
      'read',
    );
  return {
    services,
    requestId,
    headers,
    get workspace() {
      return workspace();
    },
    get workspaceReference() {
      return referenceOf(workspace());
    },
    transaction: policy.effect === 'read' ? read : write,
    read,
    confirmAgain: () => confirmation.expire(),
    outOfTurn,
    systemTransaction: (work) => database.asSystem((transaction) => confirmation.within(transaction, work)),
    audit: (transaction, entry) =>
      recordAudit(transaction, {
        ...entry,
        workspaceId: workspace().id,
        at: services.clock(),
        actor: actorOf(principal),
        requestId,
      }),
  };
}
