import { recordAudit } from '../platform/audit.js';
import type { Database } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import { type Principal, type PrincipalWorkspace, referenceOf } from '../principals/principal.js';
import type { OperationContext } from './operation.js';
import type { ValidInput } from './validation.js';

/** What becomes known of a call on its way: headers of its answer, and who called. */
export interface Progress {
  readonly headers: Headers;
  readonly seen: { principal?: Principal };
}

/** A call whose operation runs: as whom, with what, and over which transactions. */
export interface Running extends Progress {
  readonly principal: Principal;
  readonly input: ValidInput;
  readonly database: Pick<Database, 'inWorkspace'>;
}

/** What an operation works with; see `OperationContext`. */
export function createContext(
  services: Services,
  { principal, headers, database }: Running,
  requestId: string,
): OperationContext {
  const workspace = (): PrincipalWorkspace => {
    if (principal.standing === null) {
      throw new Error('this operation runs outside any workspace');
    }
    return principal.standing.workspace;
  };
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
    transaction: (work) => database.inWorkspace(workspace().id, work),
    audit: (transaction, entry) =>
      recordAudit(transaction, {
        ...entry,
        workspaceId: workspace().id,
        at: services.clock(),
        actor: { kind: principal.kind, id: principal.personId ?? principal.id, name: principal.name },
        requestId,
      }),
  };
}
