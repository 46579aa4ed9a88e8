import type { Policy } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import type { NamedWorkspace } from '../principals/select-workspace.js';

/** What the caller of a call depends on. */
export interface CallSelector {
  readonly credentials: Credentials;
  readonly workspace: NamedWorkspace;
  readonly rules: { readonly policy: Policy };
}

/** How long a recent caller is used. The last use of a credential is recorded to the minute, by its lookup. */
const keptMs = 30_000;
const callersKept = 10_000;

/**
 * The callers of recent calls, in the workspace that they named, so that the next call does not start with a round trip to
 * the database. It admits nobody: the first transaction confirms the caller, and returns nothing before.
 */
export class RecentCallers {
  private readonly callers = new LRUCache<string, { readonly caller: Principal; readonly atMs: number }>({
    max: callersKept,
  });

  constructor(private readonly clock: Services['clock']) {}

  /** The caller of a recent call with the same credential and workspace. */
  find(call: CallSelector): Principal | undefined {
    const known = this.callers.get(keyOf(call));
    const ageMs = this.clock().getTime() - (known?.atMs ?? 0);
    return ageMs >= 0 && ageMs < keptMs ? known?.caller : undefined;
  }

  /** Notes the caller of an admitted call. */
  note(call: CallSelector, caller: Principal): void {
    // The calls of an API key are counted before its operation, which requires the confirmed key.
    if (caller.kind !== 'api_key' && caller.kind !== 'operator') {
      this.callers.set(keyOf(call), { caller, atMs: this.clock().getTime() });
    }
  }

  /** Forgets a caller that has changed. */
  forget(call: CallSelector): void {
    this.callers.delete(keyOf(call));
  }
}

// The policy decides which workspace an assistant without a header is in.
function keyOf({ credentials, workspace, rules }: CallSelector): string {
  const presented = presentedSecret(credentials);
  const secret = hashSecret(presented?.secret ?? '').toString('hex');
  return JSON.stringify([presented?.kind, secret, workspace.header, workspace.slug, rules.policy.workspace]);
}
