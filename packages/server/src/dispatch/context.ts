import type { Policy } from '@tessera/contract';
import { recordAudit } from '../platform/audit.js';
import type { InTransaction } from '../platform/database/database.js';
import { AbortedRequest } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import type { Turn } from '../platform/turns/fair-gate.js';
import { actorOf, type PrincipalWorkspace, referenceOf } from '../principals/principal.js';
import type { Admitted } from './admission.js';
import type { OperationContext } from './operation.js';

/** An admitted call. */
export interface AdmittedCall
  extends Admitted,
    Pick<OperationContext, 'requestId' | 'headers' | 'outOfTurn' | 'hasLeft'> {
  /** Waits for a turn. Absent if the call has one, or needs none. */
  readonly turn?: Turn;
  readonly effect: Policy['effect'];
}

/** Creates the context of an operation or of an adapter's work. */
export function createContext(services: Services, call: AdmittedCall): OperationContext {
  const { principal, confirmation, requestId } = call;
  const workspace = (): PrincipalWorkspace => {
    if (principal.scope === null) {
      throw new Error('this operation runs outside any workspace');
    }
    return principal.scope.workspace;
  };
  const { database } = services;
  const write: InTransaction = (work) =>
    database.inWorkspace(workspace().id, (transaction) => confirmation.within(transaction, work));
  const stopIfLeft = () => {
    if (call.hasLeft?.()) {
      throw new AbortedRequest('the caller disconnected');
    }
  };
  // One confirmation serves all reads, because the body has already arrived. Every write transaction confirms again.
  const read: InTransaction = async (work) => {
    // A write continues: its sender may not wait for the answer, or writes may share the work.
    if (call.effect === 'read') {
      stopIfLeft();
    }
    return database.inWorkspace(
      workspace().id,
      (transaction) => (confirmation.isConfirmed ? work(transaction) : confirmation.within(transaction, work)),
      'read',
    );
  };
  const context: OperationContext = {
    services,
    requestId,
    headers: call.headers,
    get workspace() {
      return workspace();
    },
    get workspaceReference() {
      return referenceOf(workspace());
    },
    transaction: call.effect === 'read' ? read : write,
    read,
    confirmAgain: () => confirmation.expire(),
    outOfTurn: call.outOfTurn,
    hasLeft: call.hasLeft,
    stopIfLeft,
    inTurn: async (work) => {
      const { turn, ...rest } = call;
      return turn === undefined
        ? work(context)
        : turn((outOfTurn) => work(createContext(services, { ...rest, outOfTurn })));
    },
    withoutWorkspace: (work) =>
      database.withoutWorkspace((queryable) =>
        confirmation.isConfirmed ? work(queryable) : confirmation.within(queryable, work),
      ),
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
  return context;
}
