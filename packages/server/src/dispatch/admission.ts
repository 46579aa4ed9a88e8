import { type OperationId, type Policy, type RouteDefinition, routes } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../platform/database/database.js';
import { errors, ServiceError } from '../platform/errors.js';
import { callSlot } from '../platform/limits/call-slot.js';
import { RecentMinutes } from '../platform/limits/recent-minutes.js';
import type { Services } from '../platform/services.js';
import { refusalFor, refuseCapability, refuseKind } from '../principals/authorize.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import { identify } from '../principals/identify.js';
import { anonymous, type Principal } from '../principals/principal.js';
import { type NamedWorkspace, selectWorkspace, writableWorkspaces } from '../principals/select-workspace.js';
import { Confirmation, StartAgainError } from './confirmation.js';
import { operationName } from './operation.js';

/** The rules that decide whether a call is admitted. */
export interface CallRules {
  readonly policy: Policy;
  /** The operation's name in error messages. */
  readonly name: string;
  /** Rejects a call that names a workspace. */
  readonly refusesWorkspace?: boolean;
  /** Refuses the call while the storage of its workspace is full. */
  readonly storesMore?: boolean;
  /** Allows a cached caller. Only for work that starts with a transaction, which confirms the caller. */
  readonly usesRecentCallers: boolean;
}

/** The credential, workspace and rules of a call. */
export interface Admission {
  readonly credentials: Credentials;
  readonly workspace: NamedWorkspace;
  readonly rules: CallRules;
  /** Receives response headers; absent for adapters without headers. */
  readonly headers?: Headers | undefined;
  /** Called when the caller is known, also for refused calls, and again if it changes. */
  readonly onCaller?: ((principal: Principal) => void) | undefined;
}

/** An admitted caller, and the confirmation that its transactions run first. */
export interface Admitted {
  readonly principal: Principal;
  readonly confirmation: Confirmation;
}

type Bucket = Policy['bucket'];

/** Counts calls against the rate limit of a credential. Both methods return the rate limit headers. */
export interface RateGate {
  /** Counts one call. Throws `rate_limited` if the limit is reached. */
  enter(principal: Principal, bucket: Bucket): Promise<Readonly<Record<string, string>>>;
  /** Returns the headers without counting, for calls refused before they count. */
  peek(principal: Principal, bucket: Bucket): Promise<Readonly<Record<string, string>>>;
}

interface Decision {
  readonly principal: Principal;
  readonly refusal?: ServiceError;
  /** Whether the caller comes from the cache, not confirmed by the database. */
  readonly isRecent?: boolean;
}

/** The rate limit that an API key sees in response headers when the call counts against no limit. */
const reportedBucket = 'lists_and_revokes';
/** How often a call starts, if its caller or what it was checked against changes meanwhile. */
const attempts = 3;

/** Returns the rules of a route of the contract. */
export function rulesOf(id: OperationId): CallRules {
  const { policy, errors: codes }: RouteDefinition = routes[id];
  return {
    policy,
    name: operationName(id),
    refusesWorkspace: codes?.includes('workspace_header_not_allowed') ?? false,
    // Writes of documents count exactly, in their transactions.
    storesMore: (codes?.includes('storage_full') ?? false) && !id.startsWith('documents.'),
    // Operations in a workspace start with a transaction, which confirms a cached caller.
    usesRecentCallers: policy.workspace === 'one',
  };
}

/**
 * Admits calls from all adapters: identifies the caller, selects the workspace, checks the policy and counts the call.
 */
export class Admissions {
  private readonly recentCallers: RecentCallers;
  private readonly recentCalls = new RecentMinutes();

  constructor(
    private readonly services: Services,
    private readonly rateGate: RateGate,
  ) {
    this.recentCallers = new RecentCallers(services.clock);
  }

  /**
   * Runs work as the caller of a call. Runs it again after `StartAgainError`. Throws the refusal of a call that is not
   * admitted.
   */
  async run<Result>(call: Admission, work: (admitted: Admitted) => Promise<Result>): Promise<Result> {
    // Anonymous routes need no lookup, so they also work while the database is unavailable.
    if (call.rules.policy.credentials.includes('anonymous')) {
      return this.runAs(call, { principal: anonymous }, work);
    }
    this.countByCredential(call);
    let decision = await this.decide(call);
    call.onCaller?.(decision.principal);
    await this.count(call, decision);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (decision.refusal !== undefined) {
        throw decision.refusal;
      }
      try {
        return await this.runAs(call, decision, work);
      } catch (error) {
        if (!(error instanceof StartAgainError)) {
          throw error;
        }
      }
      decision = await this.decideAgain(call, decision);
    }
    throw errors.unavailable();
  }

  private async runAs<Result>(
    call: Admission,
    { principal, isRecent }: Decision,
    work: (admitted: Admitted) => Promise<Result>,
  ): Promise<Result> {
    const confirmation = new Confirmation(this.services, call.credentials, principal);
    try {
      await this.measureStorage(call.rules, principal);
      return await work({ principal, confirmation });
    } finally {
      if (isRecent && !confirmation.isConfirmed) {
        await this.services.database.withoutWorkspace((queryable) => confirmation.confirm(queryable));
      }
    }
  }

  /** Measures the storage of a workspace before a write. Throws `storage_full` if the write would store more. */
  private async measureStorage({ policy, storesMore }: CallRules, { scope }: Principal): Promise<void> {
    const { storage } = this.services;
    if (policy.effect === 'write' && scope && (await storage.isFull(scope.workspace.id)) && storesMore) {
      throw errors.storageFull(storage.limitBytes);
    }
  }

  /**
   * Counts a call against its credential in this process, without the database. Throws `rate_limited`. Skips calls of
   * routes that have their own limit.
   */
  private countByCredential({ credentials, rules }: Admission): void {
    const presented = presentedSecret(credentials);
    // Visitors share a credential and are counted by address. Otherwise one visitor could use up the calls of all.
    if (presented === undefined || presented.kind === 'visitor' || rules.policy.bucket !== undefined) {
      return;
    }
    const limit = this.services.settings.SVC_CALLS_PER_MINUTE;
    const state = this.recentCalls.take({ key: presented.hash.toString('base64url'), limit });
    const { refusal } = callSlot({ bucket: 'calls', limit }, state);
    if (refusal !== undefined) {
      throw refusal;
    }
  }

  /** Counts a call against its caller's rate limit, if it has one. Calls refused with 401 or 403 do not count. */
  private async count({ rules: { policy }, headers }: Admission, { principal, refusal }: Decision): Promise<void> {
    const isAdmitted = refusal === undefined || (refusal.status !== 401 && refusal.status !== 403);
    const counts = isAdmitted && policy.bucket !== undefined;
    const state = await this.rateGate[counts ? 'enter' : 'peek'](principal, policy.bucket ?? reportedBucket);
    for (const [name, value] of Object.entries(state)) {
      headers?.set(name, value);
    }
  }

  /** Decides with a cached caller if there is one, else with the database. A refusal always comes from the database. */
  private async decide(call: Admission): Promise<Decision> {
    const { policy, name, usesRecentCallers } = call.rules;
    const principal = usesRecentCallers ? this.recentCallers.find(call) : undefined;
    return principal !== undefined && refusalFor(principal, policy, name) === undefined
      ? { principal, isRecent: true }
      : this.decideByDatabase(call);
  }

  private async decideAgain(call: Admission, { principal: before, isRecent }: Decision): Promise<Decision> {
    this.recentCallers.forget(call);
    const decision = await this.decideByDatabase(call);
    call.onCaller?.(decision.principal);
    if (!isRecent && decision.principal.scope?.workspace.id !== before.scope?.workspace.id) {
      // The call was meant for the workspace that the session had at its start.
      throw decision.refusal ?? errors.workspaceConflict([]);
    }
    return decision;
  }

  private async decideByDatabase(call: Admission): Promise<Decision> {
    const decision = await this.services.database.withoutWorkspace((queryable) =>
      decide(this.services, queryable, call),
    );
    if (decision.refusal === undefined && call.rules.usesRecentCallers) {
      this.recentCallers.note(call, decision.principal);
    }
    return decision;
  }
}

async function decide(
  services: Services,
  queryable: Queryable,
  { credentials, workspace, rules }: Admission,
): Promise<Decision> {
  const { policy, name } = rules;
  const caller = await identify(services, queryable, credentials);
  // Check what does not depend on the workspace first: such a refusal does not count against the rate limit. API keys
  // are pinned to a workspace, so every check can run here.
  const refused =
    caller.kind === 'api_key'
      ? refusalFor(caller, policy, name)
      : (refuseKind(caller, policy) ?? refuseCapability(caller, policy));
  if (refused !== undefined) {
    return { principal: caller, refusal: await withWritable(queryable, caller, refused) };
  }
  if (rules.refusesWorkspace && workspace.header !== undefined) {
    return { principal: caller, refusal: errors.workspaceHeaderNotAllowed() };
  }
  try {
    const principal = await selectWorkspace(queryable, caller, { ...workspace, policy, at: services.clock() });
    const refusal = refusalFor(principal, policy, name);
    return refusal === undefined
      ? { principal }
      : { principal, refusal: await withWritable(queryable, principal, refusal) };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { principal: caller, refusal: error };
    }
    throw error;
  }
}

/** Adds the workspaces that the caller can write to, to a `read_only_here` error. */
async function withWritable(queryable: Queryable, principal: Principal, refusal: ServiceError): Promise<ServiceError> {
  return refusal.code === 'read_only_here' && principal.scope !== null
    ? errors.readOnlyHere(await writableWorkspaces(queryable, principal), principal.scope.workspace)
    : refusal;
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
class RecentCallers {
  private readonly callers = new LRUCache<string, { readonly caller: Principal; readonly atMs: number }>({
    max: callersKept,
  });

  constructor(private readonly clock: Services['clock']) {}

  /** Returns the cached caller of a credential and workspace. */
  find(call: Admission): Principal | undefined {
    const known = this.callers.get(keyOf(call));
    const ageMs = this.clock().getTime() - (known?.atMs ?? 0);
    return ageMs >= 0 && ageMs < keptMs ? known?.caller : undefined;
  }

  /** Caches the caller of an admitted call. */
  note(call: Admission, caller: Principal): void {
    // API keys are never cached, because their calls are counted before the operation, and counting needs a confirmed
    // key.
    if (caller.kind !== 'api_key' && caller.kind !== 'operator') {
      this.callers.set(keyOf(call), { caller, atMs: this.clock().getTime() });
    }
  }

  /** Removes a caller that has changed. */
  forget(call: Admission): void {
    this.callers.delete(keyOf(call));
  }
}

/** The parts of a call that determine its caller. The policy selects the workspace of an assistant without a header. */
function keyOf({ credentials, workspace, rules }: Admission): string {
  const presented = presentedSecret(credentials);
  const secret = presented?.hash.toString('hex');
  return JSON.stringify([presented?.kind, secret, workspace.header, workspace.slug, rules.policy.workspace]);
}
