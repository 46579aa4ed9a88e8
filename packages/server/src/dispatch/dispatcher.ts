import { limits, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import type { Queryable } from '../platform/database/database.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, abortedStatus, errors, ServiceError } from '../platform/errors.js';
import { callPlace } from '../platform/limits/call-place.js';
import { RecentMinutes } from '../platform/limits/recent-minutes.js';
import { once } from '../platform/once.js';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { type Aside, FairGate } from '../platform/turns/fair-gate.js';
import { refusalFor, refuseCapability, refuseKind } from '../principals/authorize.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import { identify } from '../principals/identify.js';
import { anonymous, type Principal } from '../principals/principal.js';
import { selectWorkspace, writableWorkspaces } from '../principals/select-workspace.js';
import { CallerChangedError, Confirmation } from './confirmation.js';
import { createContext, type Progress } from './context.js';
import { type OperationContext, type Operations, operationName } from './operation.js';
import { type CallSelector, RecentCallers } from './recent-callers.js';
import { type RawInput, validateInput } from './validation.js';

/** One call as an adapter hands it over. `input` is read only once the caller may call at all. */
export interface Call extends CallSelector {
  readonly requestId: string;
  /** Waits for what `input` parses: a slow sender must not keep the turn of others. */
  readonly arrival?: () => Promise<unknown>;
  readonly input: () => Promise<RawInput>;
}

/** How a call ended: its answer, or its refusal; either way with headers and, once known, who called. */
export interface Outcome {
  readonly answer?: unknown;
  readonly refusal?: ServiceError;
  /** What went wrong on our side, for the log only. */
  readonly fault?: unknown;
  readonly headers: Headers;
  readonly principal?: Principal;
}

/** Counts calls against a credential's rate limit. Either way it answers the headers that tell how the limit stands. */
export interface RateGate {
  /** Counts one call. Throws `rate_limited` when there is no place left for it. */
  enter(principal: Principal, bucket: RouteDefinition['policy']['bucket']): Promise<Readonly<Record<string, string>>>;
  /** Counts nothing: for calls that are refused before they would count. */
  peek(principal: Principal, bucket: RouteDefinition['policy']['bucket']): Promise<Readonly<Record<string, string>>>;
}

/** What the dispatcher is made from. `checkAnswers` validates answers too, which tests switch on. */
export interface DispatcherParts {
  readonly services: Services;
  readonly operations: Operations;
  readonly rateGate: RateGate;
  readonly checkAnswers?: boolean;
  /** Hears of refused calls, before they are answered. */
  readonly refused?: (call: RefusedCall) => Promise<void>;
  /** Hears how each call ended, whichever adapter it came by. */
  readonly observe?: (call: ObservedCall) => void;
}

/** A call that was refused, and to whom; undefined while that is unknown. */
export interface RefusedCall extends Pick<Call, 'operation' | 'credentials'> {
  readonly principal?: Principal | undefined;
  readonly refusal: ServiceError;
}

/** A call as metrics see it: no id, no path. */
export interface ObservedCall {
  readonly operation: OperationId;
  readonly status: number;
  readonly durationMs: number;
}

/** Takes every call, from whichever adapter, along the one path: who, where, may they, how often, what, do it. */
export interface Dispatcher {
  call(call: Call): Promise<Outcome>;
  /** Headers that tell how the caller's limit stands, for what is answered without an operation; counts nothing. */
  peek(
    credentials: Credentials,
    bucket: RouteDefinition['policy']['bucket'],
  ): Promise<Readonly<Record<string, string>>>;
}

/** Makes the dispatcher. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const recentCallers = new RecentCallers(parts.services.clock);
  const turns = new FairGate({
    atATime: limits.heavyCallsAtATime,
    perShare: limits.heavyCallsAtATimePerWorkspace,
    placesPerShare: limits.heavyCallsPerWorkspace,
  });
  const running: RunningParts = { ...parts, recentCallers, recentCalls: new RecentMinutes(), turns };
  return {
    call: async (call) => {
      const start = performance.now();
      const outcome = await answer(running, { ...call, input: once(call.input) });
      const status = outcome.fault instanceof AbortedRequest ? abortedStatus : (outcome.refusal?.status ?? 200);
      parts.observe?.({ operation: call.operation, status, durationMs: performance.now() - start });
      return outcome;
    },
    peek: async (credentials, bucket) => {
      const { services, rateGate } = parts;
      try {
        const caller = await services.database.withoutWorkspace((tx) => identify(services, tx, credentials));
        return await rateGate.peek(caller, bucket);
      } catch (error) {
        // An unknown caller, or one that cannot be looked up, gets no details.
        if (error instanceof ServiceError || refusalOf(error) !== undefined) {
          return {};
        }
        throw error;
      }
    },
  };
}

interface RunningParts extends DispatcherParts {
  readonly recentCallers: RecentCallers;
  readonly recentCalls: RecentMinutes;
  /** Of calls whose routes take turns; workspaces are the shares. */
  readonly turns: FairGate;
}

type AnyOperation = (context: OperationContext, principal: Principal, input: unknown) => Promise<unknown>;

async function answer(parts: RunningParts, call: Call): Promise<Outcome> {
  const headers = new Headers();
  const seen: { principal?: Principal } = {};
  try {
    return { answer: await run(parts, call, { headers, seen }), headers, ...seen };
  } catch (error) {
    const refusal = error instanceof ServiceError ? error : refusalOf(error);
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) {
      headers.set(name, value);
    }
    if (refusal === error && refusal !== undefined) {
      await parts.refused?.({ ...call, ...seen, refusal });
    }
    return {
      refusal: refusal ?? errors.internal(),
      ...(refusal === error ? {} : { fault: error }),
      headers,
      ...seen,
    };
  }
}

/** A call whose caller changes each time while it runs is given up. */
const maxTries = 3;

/** Decides who calls, runs the operation as that caller, and starts over where the caller changed meanwhile. */
async function run(parts: RunningParts, call: Call, progress: Progress): Promise<unknown> {
  const { policy } = routes[call.operation] as RouteDefinition;
  // Such a route answers anybody, also while the database that knows the credentials is away.
  if (policy.credentials.includes('anonymous')) {
    return runAs(parts, call, { ...progress, principal: anonymous, isRemembered: false });
  }
  countByCredential(parts, call);
  const remembered = parts.recentCallers.find(call);
  let decision = remembered === undefined ? await decideAlone(parts, call) : { principal: remembered };
  progress.seen.principal = decision.principal;
  await count(parts, call, { progress, decision });
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    if (decision.refusal !== undefined) {
      throw decision.refusal;
    }
    const { principal } = decision;
    const isRemembered = principal === remembered;
    try {
      return await runAs(parts, call, { ...progress, principal, isRemembered });
    } catch (error) {
      if (!(error instanceof CallerChangedError)) {
        throw error;
      }
    }
    parts.recentCallers.forget(call);
    decision = await decideAlone(parts, call);
    progress.seen.principal = decision.principal;
    if (!isRemembered && decision.principal.scope?.workspace.id !== principal.scope?.workspace.id) {
      // The browser's session was pinned to another workspace while the call ran, which was meant for the one before.
      throw decision.refusal ?? errors.workspaceConflict([]);
    }
  }
  throw errors.unavailable();
}

/**
 * Counts a call against what one credential may send to this process, before the database is asked. Throws
 * `rate_limited`. Calls that count against a limit of their route do not count here.
 */
function countByCredential({ services, recentCalls }: RunningParts, { operation, credentials }: Call): void {
  const { policy }: RouteDefinition = routes[operation];
  const presented = presentedSecret(credentials);
  if (presented === undefined || policy.bucket !== undefined) {
    return;
  }
  const limit = services.settings.SVC_CALLS_PER_MINUTE;
  const state = recentCalls.take({ key: hashSecret(presented.secret).toString('base64url'), limit });
  const { refusal } = callPlace({ bucket: 'calls', limit }, state);
  if (refusal !== undefined) {
    throw refusal;
  }
}

/** Decides about a call before anything else of it happens, and remembers whom it was decided for. */
async function decideAlone(parts: RunningParts, call: Call): Promise<Decision> {
  const decision = await parts.services.database.withoutWorkspace((queryable) =>
    decide(parts.services, queryable, call),
  );
  if (decision.refusal === undefined) {
    parts.recentCallers.note(call, decision.principal);
  }
  return decision;
}

/** The limit reported to a known key where none counts. */
const shownBucket = 'lists_and_revokes';

/** Counts a call against its caller's rate limit. Calls answered 401 or 403 do not count, all others do where there is one. */
async function count(
  parts: DispatcherParts,
  call: Call,
  { progress, decision }: { readonly progress: Progress; readonly decision: Decision },
): Promise<void> {
  const { policy } = routes[call.operation] as RouteDefinition;
  const { principal, refusal } = decision;
  const isAdmitted = refusal === undefined || (refusal.status !== 401 && refusal.status !== 403);
  const counts = isAdmitted && policy.bucket !== undefined;
  const limits = await parts.rateGate[counts ? 'enter' : 'peek'](principal, policy.bucket ?? shownBucket);
  for (const [name, value] of Object.entries(limits)) {
    progress.headers.set(name, value);
  }
}

interface Caller extends Progress {
  readonly principal: Principal;
  /** Whether it is who it was a moment ago, which nobody has asked the database about yet. */
  readonly isRemembered: boolean;
}

/** Reads what was sent and runs the operation. Throws `CallerChangedError` where the caller is another one by then. */
async function runAs(parts: RunningParts, call: Call, { isRemembered, ...caller }: Caller): Promise<unknown> {
  const { services } = parts;
  const route = routes[call.operation] as RouteDefinition;
  const confirmation = new Confirmation(services, call.credentials, caller.principal);
  const perform = async (outOfTurn: Aside): Promise<unknown> => {
    const input = validateInput(route, await call.input());
    const running = { ...caller, confirmation, policy: route.policy, outOfTurn };
    const context = createContext(services, running, call.requestId);
    // The table pairs every route with its own operation, which the type of a looked-up entry cannot say.
    const operation = parts.operations[(route.aliasOf ?? route.id) as keyof Operations] as AnyOperation;
    const answer = await operation(context, caller.principal, input);
    return parts.checkAnswers ? route.answer.parse(answer) : answer;
  };
  try {
    return await (route.takesTurns ? performInTurn(parts, call, { ...caller, perform }) : perform((work) => work()));
  } finally {
    if (isRemembered && !confirmation.isConfirmed) {
      await services.database.withoutWorkspace((queryable) => confirmation.confirm(queryable));
    }
  }
}

/** Performs a call in a turn of its workspace, whose place it takes before its body arrives. */
function performInTurn(
  { turns }: RunningParts,
  { arrival }: Call,
  { principal, perform }: { readonly principal: Principal; readonly perform: (aside: Aside) => Promise<unknown> },
): Promise<unknown> {
  return turns.admit(principal.scope?.workspace.id ?? '', async (turn) => {
    await arrival?.();
    return turn(perform);
  });
}

interface Decision {
  readonly principal: Principal;
  readonly refusal?: ServiceError;
}

async function decide(services: Services, queryable: Queryable, call: Call): Promise<Decision> {
  const { policy, errors: codes } = routes[call.operation] as RouteDefinition;
  const caller = await identify(services, queryable, call.credentials);
  // What no choice of a workspace could change comes first: a refusal costs no place in the rate limit, an error does.
  // A key stands in its workspace already, so that all that it may not do is known.
  const refused =
    caller.kind === 'api_key'
      ? refusalFor(caller, policy, operationName(call.operation))
      : (refuseKind(caller, policy) ?? refuseCapability(caller, policy));
  if (refused !== undefined) {
    return { principal: caller, refusal: await withWritable(queryable, caller, refused) };
  }
  if (call.workspaceHeader !== undefined && codes?.includes('workspace_header_not_allowed')) {
    return { principal: caller, refusal: errors.workspaceHeaderNotAllowed() };
  }
  try {
    const selection = { header: call.workspaceHeader, policy, at: services.clock() };
    const principal = await selectWorkspace(queryable, caller, selection);
    const refusal = refusalFor(principal, policy, operationName(call.operation));
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

/** Adds to `read_only_here` where the caller could write instead. */
async function withWritable(queryable: Queryable, principal: Principal, refusal: ServiceError): Promise<ServiceError> {
  return refusal.code === 'read_only_here' && principal.scope !== null
    ? errors.readOnlyHere(await writableWorkspaces(queryable, principal), principal.scope.workspace)
    : refusal;
}
