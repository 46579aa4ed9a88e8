import { type OperationId, type Policy, type RouteDefinition, routes } from '@tessera/contract';
import type { Queryable } from '../platform/database/database.js';
import { errors, ServiceError } from '../platform/errors.js';
import { callSlot } from '../platform/limits/call-slot.js';
import { RecentMinutes } from '../platform/limits/recent-minutes.js';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { refusalFor, refuseCapability, refuseKind } from '../principals/authorize.js';
import { presentedSecret } from '../principals/credential.js';
import { identify } from '../principals/identify.js';
import { anonymous, type Principal } from '../principals/principal.js';
import { selectWorkspace, writableWorkspaces } from '../principals/select-workspace.js';
import { CallerChangedError, Confirmation } from './confirmation.js';
import { operationName } from './operation.js';
import { type CallSelector, RecentCallers } from './recent-callers.js';

/** The rules by which a call is admitted. */
export interface CallRules {
  readonly policy: Policy;
  /** The name of the operation in refusals. */
  readonly name: string;
  /** Whether a call that names a workspace is refused. */
  readonly refusesWorkspace?: boolean;
  /** Whether the caller of a recent call is used: for work that starts with a transaction, which confirms the caller. */
  readonly usesRecentCallers: boolean;
}

/** Who calls, where, and by which rules. */
export interface Admission extends CallSelector {
  readonly rules: CallRules;
  /** Headers of the response; an adapter without headers leaves them out. */
  readonly headers?: Headers | undefined;
  /** Receives the caller once it is known, also of a call that is refused, and again if it changes. */
  readonly onCaller?: ((principal: Principal) => void) | undefined;
}

/** A caller that may call, and what confirms it inside transactions. */
export interface Admitted {
  readonly principal: Principal;
  readonly confirmation: Confirmation;
}

type Bucket = Policy['bucket'];

/** Counts calls against a credential's rate limit. Both methods return the headers that report the limit. */
export interface RateGate {
  /** Counts one call. Throws `rate_limited` if the limit is reached. */
  enter(principal: Principal, bucket: Bucket): Promise<Readonly<Record<string, string>>>;
  /** Counts nothing: for calls that are refused before they would count. */
  peek(principal: Principal, bucket: Bucket): Promise<Readonly<Record<string, string>>>;
}

interface Decision {
  readonly principal: Principal;
  readonly refusal?: ServiceError;
  /** Whether the caller is the one of a recent call, which the database has not confirmed. */
  readonly isRecent?: boolean;
}

/** The limit that is reported to a known API key for a call that counts against none. */
const reportedBucket = 'lists_and_revokes';
/** A call whose caller changes in every attempt is refused. */
const attempts = 3;

/** The rules of a route of the contract. */
export function rulesOf(id: OperationId): CallRules {
  const { policy, errors: codes }: RouteDefinition = routes[id];
  return {
    policy,
    name: operationName(id),
    refusesWorkspace: codes?.includes('workspace_header_not_allowed') ?? false,
    // Operations in a workspace start with a transaction there.
    usesRecentCallers: policy.workspace === 'one',
  };
}

/** Decides about calls, whichever adapter they come from: who calls, in which workspace, whether they may, how often. */
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
   * Runs work as the caller of a call, and again if the caller has changed before the work confirmed it. Throws the
   * refusal of a call that is not admitted.
   */
  async run<Result>(call: Admission, work: (admitted: Admitted) => Promise<Result>): Promise<Result> {
    // Such a route admits everyone, also while the database that knows the credentials is unavailable.
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
        if (!(error instanceof CallerChangedError)) {
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
      return await work({ principal, confirmation });
    } finally {
      if (isRecent && !confirmation.isConfirmed) {
        await this.services.database.withoutWorkspace((queryable) => confirmation.confirm(queryable));
      }
    }
  }

  /**
   * Counts a call against the limit of one credential in this process, before the database is queried. Throws
   * `rate_limited`. A call that counts against the limit of its route does not count here.
   */
  private countByCredential({ credentials, rules }: Admission): void {
    const presented = presentedSecret(credentials);
    // Visitors are counted by address: one of them must not use up the calls of all others.
    if (presented === undefined || presented.kind === 'visitor' || rules.policy.bucket !== undefined) {
      return;
    }
    const limit = this.services.settings.SVC_CALLS_PER_MINUTE;
    const state = this.recentCalls.take({ key: hashSecret(presented.secret).toString('base64url'), limit });
    const { refusal } = callSlot({ bucket: 'calls', limit }, state);
    if (refusal !== undefined) {
      throw refusal;
    }
  }

  /** Counts a call against its caller's rate limit, if it has one. Calls that are refused with 401 or 403 do not count. */
  private async count({ rules: { policy }, headers }: Admission, { principal, refusal }: Decision): Promise<void> {
    const isAdmitted = refusal === undefined || (refusal.status !== 401 && refusal.status !== 403);
    const counts = isAdmitted && policy.bucket !== undefined;
    const state = await this.rateGate[counts ? 'enter' : 'peek'](principal, policy.bucket ?? reportedBucket);
    for (const [name, value] of Object.entries(state)) {
      headers?.set(name, value);
    }
  }

  /** Decides by the caller of a recent call, else by the database. Only the database refuses. */
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
      // The browser's session was pinned to another workspace during the call, which was meant for the first one.
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
  // Check what does not depend on the workspace first: such a refusal does not count against the rate limit.
  // API keys are pinned to a workspace, so every check can run here.
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

/** Adds the workspaces that the caller can write to, to a refusal with `read_only_here`. */
async function withWritable(queryable: Queryable, principal: Principal, refusal: ServiceError): Promise<ServiceError> {
  return refusal.code === 'read_only_here' && principal.scope !== null
    ? errors.readOnlyHere(await writableWorkspaces(queryable, principal), principal.scope.workspace)
    : refusal;
}
