import { limits, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, abortedStatus, errors, type ServiceError } from '../platform/errors.js';
import { once } from '../platform/once.js';
import type { Services } from '../platform/services.js';
import { deliveryRefusals } from '../platform/turns/delivery-refusals.js';
import { FairGate, type OutOfTurn, type Turn } from '../platform/turns/fair-gate.js';
import type { Credentials } from '../principals/credential.js';
import { identify } from '../principals/identify.js';
import type { Principal } from '../principals/principal.js';
import { type Admission, Admissions, type Admitted, type RateGate, rulesOf } from './admission.js';
import { createContext } from './context.js';
import type { OperationContext, Operations } from './operation.js';
import { type RawInput, validateInput } from './validation.js';

/** A call of an operation from any adapter. */
export interface Call {
  readonly operation: OperationId;
  readonly credentials: Credentials;
  /** The workspace id from the header, or from an argument of a tool. */
  readonly workspaceHeader: string | undefined;
  readonly requestId: string;
  /** Called when the caller is known, before the input is read. */
  readonly onCaller?: (principal: Principal) => void;
  /**
   * Waits until all bytes of `input` have arrived, and returns whether they are many. Runs outside of a turn, so that a
   * slow sender does not block others.
   */
  readonly arrival?: () => Promise<boolean>;
  /** Reads the input. Called only for an admitted caller. */
  readonly input: () => Promise<RawInput>;
  /** Whether the caller has disconnected. Long work that stores nothing then stops. */
  readonly hasLeft?: OperationContext['hasLeft'];
}

/** A call of an adapter that is not an operation of the contract, such as a git request. */
export interface AdapterCall extends Admission {
  readonly requestId: string;
  /** Allows writes in transactions, such as an audit entry, even if the policy is read-only. */
  readonly writes?: boolean;
  readonly hasLeft?: OperationContext['hasLeft'];
}

/** The result of a call: answer or refusal, response headers, and the caller if known. */
export interface Outcome {
  readonly answer?: unknown;
  readonly refusal?: ServiceError;
  /** The internal error of a failed call, for the log only. */
  readonly fault?: unknown;
  readonly headers: Headers;
  readonly principal?: Principal;
}

/** Dependencies of the dispatcher. `checkAnswers` validates responses too; only tests set it. */
export interface DispatcherDependencies {
  readonly services: Services;
  readonly operations: Operations;
  readonly rateGate: RateGate;
  readonly checkAnswers?: boolean;
  /** Called for a refused call, before the response. */
  readonly refused?: (call: RefusedCall) => Promise<void>;
  /** Called at the end of each call from any adapter. */
  readonly observe?: (call: ObservedCall) => void;
}

/** A refused call; the principal is undefined if unknown. */
export interface RefusedCall extends Pick<Call, 'operation' | 'credentials'> {
  readonly principal?: Principal | undefined;
  readonly refusal: ServiceError;
}

/** The data of a call that metrics record. It contains no ids or paths, and of its workspace only the slug. */
export interface ObservedCall {
  readonly operation: OperationId;
  readonly workspace?: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** The single path of all calls: admission, input, operation, response. */
export interface Dispatcher {
  call(call: Call): Promise<Outcome>;
  /**
   * Admits a call by the rules of its adapter and runs its work. Runs it again if the caller changed before the work
   * confirmed it. Throws the refusal of a call that is not admitted.
   */
  admit<Result>(
    call: AdapterCall,
    work: (context: OperationContext, principal: Principal) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the rate limit headers for a response without an operation. Counts nothing. */
  peek(
    credentials: Credentials,
    bucket: RouteDefinition['policy']['bucket'],
  ): Promise<Readonly<Record<string, string>>>;
}

/** Creates the dispatcher. */
export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { services, rateGate } = dependencies;
  const admissions = new Admissions(services, rateGate);
  const turns = new FairGate({
    atATime: limits.heavyCallsAtATime,
    perShare: limits.heavyCallsAtATimePerWorkspace,
    slotsPerShare: limits.heavyCallsPerWorkspace,
  });
  const running: RunningDispatcher = { ...dependencies, admissions, turns, tooManyDeliveries: deliveryRefusals() };
  return {
    call: async (call) => {
      const start = performance.now();
      const outcome = await answer(running, { ...call, input: once(call.input) });
      const status = outcome.fault instanceof AbortedRequest ? abortedStatus : (outcome.refusal?.status ?? 200);
      const { operation } = call;
      const workspace = outcome.principal?.scope?.workspace.slug;
      dependencies.observe?.({ operation, workspace, status, durationMs: performance.now() - start });
      return outcome;
    },
    admit: ({ writes = false, requestId, hasLeft, ...call }, work) =>
      admissions.run(call, (admitted) => {
        const effect = writes ? 'write' : call.rules.policy.effect;
        const headers = call.headers ?? new Headers();
        const context = createContext(services, {
          ...admitted,
          requestId,
          headers,
          effect,
          outOfTurn: (aside) => aside(),
          hasLeft,
        });
        return work(context, admitted.principal);
      }),
    peek: async (credentials, bucket) => {
      try {
        const caller = await services.database.withoutWorkspace((tx) => identify(services, tx, credentials));
        return await rateGate.peek(caller, bucket);
      } catch (error) {
        // The error's details could reveal data, so a caller that was not identified does not receive them.
        if (refusalOf(error) !== undefined) {
          return {};
        }
        throw error;
      }
    },
  };
}

interface RunningDispatcher extends DispatcherDependencies {
  readonly admissions: Admissions;
  /** The gate for routes with `takesTurns`. It shares turns equally between workspaces. */
  readonly turns: FairGate;
  /** The refusal of a delivery while too many others wait. */
  readonly tooManyDeliveries: () => Error;
}

const atOnce: OutOfTurn = (work) => work();

type AnyOperation = (context: OperationContext, principal: Principal, input: unknown) => Promise<unknown>;

async function answer(dispatcher: RunningDispatcher, call: Call): Promise<Outcome> {
  const headers = new Headers();
  const seen: { principal?: Principal } = {};
  const admission: Admission = {
    credentials: call.credentials,
    workspace: { header: call.workspaceHeader },
    rules: rulesOf(call.operation),
    headers,
    onCaller: (principal) => {
      seen.principal = principal;
      call.onCaller?.(principal);
    },
  };
  try {
    const result = await dispatcher.admissions.run(admission, (admitted) =>
      perform(dispatcher, call, { ...admitted, headers }),
    );
    return { answer: result, headers, ...seen };
  } catch (error) {
    const refusal = refusalOf(error);
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) {
      headers.set(name, value);
    }
    if (refusal === error && refusal !== undefined) {
      await dispatcher.refused?.({ ...call, ...seen, refusal });
    }
    return {
      refusal: refusal ?? errors.internal(),
      ...(refusal === error ? {} : { fault: error }),
      headers,
      ...seen,
    };
  }
}

/**
 * Reads the input and runs the operation. If the route takes turns, or the input is large, that happens in a turn of the
 * workspace.
 */
async function perform(
  dispatcher: RunningDispatcher,
  call: Call,
  performer: Admitted & { readonly headers: Headers },
): Promise<unknown> {
  const route: RouteDefinition = routes[call.operation];
  const run = async (outOfTurn: OutOfTurn, turn?: Turn): Promise<unknown> => {
    const { requestId, hasLeft } = call;
    const { effect } = route.policy;
    const called = { ...performer, requestId, effect, outOfTurn, hasLeft, ...(turn && { turn }) };
    const context = createContext(dispatcher.services, called);
    const input = validateInput(route, await call.input());
    // The cast is safe: each route has an operation of its own type, but TypeScript cannot express this for a lookup by
    // id.
    const operation = dispatcher.operations[(route.aliasOf ?? route.id) as keyof Operations] as AnyOperation;
    const result = await operation(context, performer.principal, input);
    return dispatcher.checkAnswers ? route.answer.parse(result) : result;
  };
  const share = performer.principal.scope?.workspace.id ?? '';
  if (!route.takesTurns) {
    const isLarge = await call.arrival?.();
    return isLarge ? dispatcher.turns.run(share, run) : run(atOnce);
  }
  const isDelivery = route.policy.credentials.includes('ingest_secret');
  // Queue before the body arrives, so that a slow sender keeps its position in the queue.
  return dispatcher.turns.admit(
    share,
    async (turn) => {
      await call.arrival?.();
      return route.takesTurns === true ? turn((aside) => run(aside)) : run(atOnce, turn);
    },
    isDelivery ? dispatcher.tooManyDeliveries : undefined,
  );
}
