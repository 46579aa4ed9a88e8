import type { Policy } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import type { NamedWorkspace } from '../principals/select-workspace.js';

/** The parts of a call that determine its caller. They form the key of the cache. */
export interface CallSelector {
  readonly credentials: Credentials;
  readonly workspace: NamedWorkspace;
  readonly rules: { readonly policy: Policy };
}

/**
 * How long a caller is cached. The lookup also records when a credential was last used, to the minute, so this must
 * stay below a minute.
 */
const keptMs = 30_000;
const callersKept = 10_000;

/**
 * Caches the callers of recent calls by credential and workspace, to save one round trip to the database. A cached
 * caller is not yet admitted: the first transaction confirms it before the call returns anything.
 */
export class RecentCallers {
  private readonly callers = new LRUCache<string, { readonly caller: Principal; readonly atMs: number }>({
    max: callersKept,
  });

  constructor(private readonly clock: Services['clock']) {}

  /** Returns the cached caller of a credential and workspace. */
  find(call: CallSelector): Principal | undefined {
    const known = this.callers.get(keyOf(call));
    const ageMs = this.clock().getTime() - (known?.atMs ?? 0);
    return ageMs >= 0 && ageMs < keptMs ? known?.caller : undefined;
  }

  /** Caches the caller of an admitted call. */
  note(call: CallSelector, caller: Principal): void {
    // API keys are never cached, because their calls are counted before the operation, and counting needs a confirmed
    // key.
    if (caller.kind !== 'api_key' && caller.kind !== 'operator') {
      this.callers.set(keyOf(call), { caller, atMs: this.clock().getTime() });
    }
  }

  /** Removes a caller that has changed. */
  forget(call: CallSelector): void {
    this.callers.delete(keyOf(call));
  }
}

// The policy is part of the key because it selects the workspace of an assistant that sends no header.
function keyOf({ credentials, workspace, rules }: CallSelector): string {
  const presented = presentedSecret(credentials);
  const secret = hashSecret(presented?.secret ?? '').toString('hex');
  return JSON.stringify([presented?.kind, secret, workspace.header, workspace.slug, rules.policy.workspace]);
}
