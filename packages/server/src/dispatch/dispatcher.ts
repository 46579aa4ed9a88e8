import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { AbortedRequest, abortedStatus } from '../platform/aborted-request.js';
import type { Queryable } from '../platform/database/database.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { errors, ServiceError } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { refusalFor, refuseCapability, refuseKind } from '../principals/authorize.js';
import type { Credentials } from '../principals/credential.js';
import { identify } from '../principals/identify.js';
import { anonymous, type Principal } from '../principals/principal.js';
import { selectWorkspace, writableWorkspaces } from '../principals/select-workspace.js';
import { createContext, type Progress, type Running } from './context.js';
import { Confirmation, MistakenCallerError, RecentCallers } from './early-call.js';
import type { OperationContext, Operations } from './operation.js';
import { operationName } from './operation-name.js';
import { type RawInput, type ValidInput, validateInput } from './validation.js';

/** One call as an adapter hands it over. `input` is read only once the caller may call at all. */
export interface Call {
  readonly operation: OperationId;
  readonly credentials: Credentials;
  /** The workspace selector: the header, or an agent's argument. */
  readonly workspaceHeader: string | undefined;
  readonly requestId: string;
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
  /** Hears how each call ended, whichever adapter it came by. */
  readonly observe?: (call: ObservedCall) => void;
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
  const running: RunningParts = { ...parts, recentCallers: new RecentCallers() };
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
        // Who is unknown, or cannot be looked up, is told nothing.
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
}

/** The same, with what it answered the first time: a request's body can be read once. */
function once<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= work();
    return answer;
  };
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
    return {
      refusal: refusal ?? errors.internal(),
      ...(refusal === error ? {} : { fault: error }),
      headers,
      ...seen,
    };
  }
}

async function run(parts: RunningParts, call: Call, progress: Progress): Promise<unknown> {
  const expected = parts.recentCallers.expected(call);
  const early = expected && (await runEarly(parts, call, { ...progress, expected }));
  if (early !== undefined) {
    return early.answer;
  }
  const principal = await admit(parts, call, progress);
  parts.recentCallers.note(call, principal);
  const input = validateInput(routes[call.operation], await call.input());
  return operate(parts, call, { ...progress, principal, input, database: parts.services.database });
}

/**
 * Runs a call as who it is expected to be from, which the database confirms on the way. Undefined where it does not, and
 * where the input is refused, which must not be told before that.
 */
async function runEarly(
  parts: RunningParts,
  call: Call,
  { headers, seen, expected }: Progress & { readonly expected: Principal },
): Promise<{ readonly answer: unknown } | undefined> {
  const { database } = parts.services;
  const input = await readInput(call);
  if (input === undefined) {
    return undefined;
  }
  const confirmation = new Confirmation(expected, async (queryable) => {
    const { principal, refusal } = await decide(parts.services, queryable, call);
    seen.principal = principal;
    return refusal === undefined ? principal : undefined;
  });
  const early = { headers, seen, principal: expected, input, database: confirmation.over(database) };
  try {
    return { answer: await operate(parts, call, early).finally(() => confirmation.settle(database)) };
  } catch (error) {
    if (error instanceof MistakenCallerError) {
      return undefined;
    }
    throw error;
  }
}

async function readInput(call: Call): Promise<ValidInput | undefined> {
  try {
    return validateInput(routes[call.operation], await call.input());
  } catch {
    return undefined;
  }
}

async function operate(parts: RunningParts, call: Call, running: Running): Promise<unknown> {
  const route: RouteDefinition = routes[call.operation];
  const context = createContext(parts.services, running, call.requestId);
  // The table pairs every route with its own operation, which the type of a looked-up entry cannot say.
  const operation = parts.operations[(route.aliasOf ?? route.id) as keyof Operations] as AnyOperation;
  const answer = await operation(context, running.principal, running.input);
  return parts.checkAnswers ? route.answer.parse(answer) : answer;
}

/** The limit that a known key is told of where none counts. */
const shownBucket = 'lists_and_revokes';

/** Identifies the caller, chooses the workspace, asks the policy and counts the call, in that order. */
async function admit(parts: DispatcherParts, call: Call, progress: Progress): Promise<Principal> {
  const { policy } = routes[call.operation] as RouteDefinition;
  // Such a route answers anybody, also while the database that knows the credentials is away.
  if (policy.credentials.includes('anonymous')) {
    return anonymous;
  }
  const { principal, refusal } = await parts.services.database.withoutWorkspace((queryable) =>
    decide(parts.services, queryable, call),
  );
  progress.seen.principal = principal;
  // Calls answered 401 or 403 do not count against a rate limit, all others do where there is one.
  const isAdmitted = refusal === undefined || (refusal.status !== 401 && refusal.status !== 403);
  const counts = isAdmitted && policy.bucket !== undefined;
  const limits = await parts.rateGate[counts ? 'enter' : 'peek'](principal, policy.bucket ?? shownBucket);
  for (const [name, value] of Object.entries(limits)) {
    progress.headers.set(name, value);
  }
  if (refusal !== undefined) {
    throw refusal;
  }
  return principal;
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
  return refusal.code === 'read_only_here' && principal.standing !== null
    ? errors.readOnlyHere(await writableWorkspaces(queryable, principal), principal.standing.workspace)
    : refusal;
}
