import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { recordAudit } from '../platform/audit.js';
import type { ServiceError } from '../platform/errors.js';
import { describeError } from '../platform/log.js';
import type { Services } from '../platform/services.js';
import { actorOf, logName, type Principal } from '../principals/principal.js';
import { networkOf } from './client-address.js';
import type { RequestVariables } from './request.js';

const everyMs = 60_000;
/** Maximum callers that a report counts separately. */
const callersKept = 10_000;
const operationsNamed = 10;

/** A request that was refused with 401 or 403. */
export interface RefusedRequest {
  readonly refusal: ServiceError;
  /** Undefined for an unknown credential. */
  readonly principal: Principal | undefined;
  readonly network: string | undefined;
  /** The operation, or the route pattern. */
  readonly operation: string;
  readonly requestId: string;
}

/** The refusals of one caller since the last report. */
interface Refused {
  readonly first: RefusedRequest;
  readonly at: Date;
  count: number;
  readonly codes: Record<string, number>;
  readonly operations: Set<string>;
}

type RefusalServices = Pick<Services, 'database' | 'log' | 'clock'>;

/**
 * Reports refused callers once a minute. If the caller's workspace is known, its audit log receives one entry per
 * credential. Otherwise the service's log receives one line per credential, or one per network for unknown credentials.
 */
export class Refusals {
  private callers = new Map<string, Refused>();
  private others = 0;
  private reporting: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout | undefined;

  /** With `onlyAtStop`, there is one report, when the service stops. */
  constructor(
    private readonly services: RefusalServices,
    { onlyAtStop = false } = {},
  ) {
    this.timer = onlyAtStop ? undefined : setInterval(() => void this.report(), everyMs).unref();
  }

  /** Counts a refusal. Memory use is limited by the maximum number of callers per report. */
  note(request: RefusedRequest): void {
    const key = keyOf(request);
    const known = this.callers.get(key);
    if (known === undefined && this.callers.size >= callersKept) {
      this.others += 1;
      return;
    }
    const refused = known ?? { first: request, at: this.services.clock(), count: 0, codes: {}, operations: new Set() };
    this.callers.set(key, refused);
    refused.count += 1;
    refused.codes[request.refusal.code] = (refused.codes[request.refusal.code] ?? 0) + 1;
    if (refused.operations.size < operationsNamed) {
      refused.operations.add(request.operation);
    }
  }

  /** Writes the last report, then stops. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.report();
  }

  /** Writes a report after the previous report has been written. */
  private report(): Promise<void> {
    const { callers, others } = this;
    this.callers = new Map();
    this.others = 0;
    this.reporting = this.reporting.then(() => reportAll(this.services, [...callers.values()], others));
    return this.reporting;
  }
}

function keyOf({ principal, network }: RefusedRequest): string {
  return principal === undefined
    ? `unknown ${network}`
    : `${principal.kind} ${principal.id} ${principal.scope?.workspace.id}`;
}

async function reportAll(services: RefusalServices, callers: readonly Refused[], others: number): Promise<void> {
  for (const refused of callers) {
    const { principal } = refused.first;
    if (principal?.scope) {
      await record(services, { ...principal, workspaceId: principal.scope.workspace.id }, refused).catch(
        (error: unknown) => services.log.warn({ error: describeError(error) }, 'refusals could not be recorded'),
      );
    } else {
      const caller = principal === undefined ? {} : { principal: logName(principal) };
      services.log.warn({ ...caller, ...detailOf(refused), request_id: refused.first.requestId }, 'refused');
    }
  }
  if (others > 0) {
    services.log.warn({ refusals: others }, 'refused, by more callers than are counted separately');
  }
}

function detailOf({ first, count, codes, operations }: Refused): Readonly<Record<string, unknown>> {
  return { refusals: count, codes, operations: [...operations], network: first.network ?? null };
}

function record(
  { database }: RefusalServices,
  caller: Principal & { readonly workspaceId: string },
  refused: Refused,
): Promise<void> {
  const { workspaceId } = caller;
  return database.inWorkspace(workspaceId, async (transaction) =>
    recordAudit(transaction, {
      workspaceId,
      at: refused.at,
      action: 'caller.refused',
      actor: actorOf(caller),
      detail: detailOf(refused),
      requestId: refused.first.requestId,
    }),
  );
}

/** Counts refused requests with a credential. */
export function withRefusals(refusals: Refusals): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    await next();
    const refusal = c.get('refusal');
    const principal = c.get('principal');
    const presented = principal === undefined ? refusal?.code !== 'unauthenticated' : principal.kind !== 'anonymous';
    if (presented && (refusal?.status === 401 || refusal?.status === 403)) {
      refusals.note({
        refusal,
        principal,
        network: networkOf(c.get('clientAddress')),
        operation: c.get('operation') ?? routePath(c, -1),
        requestId: c.get('requestId'),
      });
    }
  };
}
