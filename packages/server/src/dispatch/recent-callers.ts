import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';

/** What a call's caller is decided from. */
export interface CallSelector {
  readonly operation: OperationId;
  readonly credentials: Credentials;
  /** The workspace selector: the header, or an agent's argument. */
  readonly workspaceHeader: string | undefined;
}

/** How long a remembered caller is used. The use of a credential is recorded to the minute, when a call is decided. */
const rememberedMs = 30_000;
const callersRemembered = 10_000;

/**
 * The callers of recent calls, so that the next call does not start with a round trip to the database. It admits nobody: the
 * first transaction confirms the caller, and returns nothing before.
 */
export class RecentCallers {
  private readonly callers = new LRUCache<string, { readonly caller: Principal; readonly atMs: number }>({
    max: callersRemembered,
  });

  constructor(private readonly clock: Services['clock']) {}

  /** Whom the same call by the same credential was decided for a moment ago. */
  find(call: CallSelector): Principal | undefined {
    const known = this.callers.get(keyOf(call));
    const ageMs = this.clock().getTime() - (known?.atMs ?? 0);
    return ageMs >= 0 && ageMs < rememberedMs ? known?.caller : undefined;
  }

  /** Notes whom a call was decided for. */
  note(call: CallSelector, caller: Principal): void {
    if (isRemembered(call.operation, caller)) {
      this.callers.set(keyOf(call), { caller, atMs: this.clock().getTime() });
    }
  }

  /** Forgets a caller that has changed. */
  forget(call: CallSelector): void {
    this.callers.delete(keyOf(call));
  }
}

/** Operations in a workspace begin with a transaction there. A key's calls are counted before, which has to know the key. */
function isRemembered(operation: OperationId, caller: Principal): boolean {
  const { policy }: RouteDefinition = routes[operation];
  return policy.workspace === 'one' && caller.scope !== null && caller.kind !== 'api_key';
}

function keyOf({ operation, credentials, workspaceHeader }: CallSelector): string {
  const presented = presentedSecret(credentials);
  return `${operation} ${presented?.kind} ${hashSecret(presented?.secret ?? '').toString('hex')} ${workspaceHeader ?? ''}`;
}
