import type { OperatorScope } from '@tessera/contract';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservedCall } from '../dispatch/dispatcher.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { errors } from '../platform/errors.js';
import type { Mailer } from '../platform/mail/mailer.js';
import type { Services } from '../platform/services.js';
import { strayFaults } from '../platform/stray-faults.js';
import { presentedSecret } from '../principals/credential.js';
import { findOperator, refuseScope } from '../principals/operators.js';
import type { Principal } from '../principals/principal.js';
import type { Mount } from './mount.js';
import type { RequestVariables } from './request.js';
import { credentialsOf } from './routes.js';

/** One value of a metric, identified by its labels. */
export interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Figures = number | readonly LabelledFigure[];

/** A metric whose value, or values by label, are read at each request of the metrics. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Whether the value is read from the database. It is then left out while the database is away. */
  readonly isStored?: boolean;
  readonly read: () => Figures | Promise<Figures>;
}

/** The metrics of one process. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts requests by operation (or route), method and status, and measures their duration in seconds. */
  readonly middleware: MiddlewareHandler<RequestVariables>;
  /** Counts calls of operations by status, including those through the agents' relay, and measures their duration. */
  readonly observeCall: (call: ObservedCall) => void;
  /** Wraps a mailer to count the results of its mails. */
  readonly counted: (mailer: Mailer) => Mailer;
}

// The last buckets are long, because a call may wait 10 s for a lock, and an import takes seconds.
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of this process: requests, process metrics and the given readings. */
export function createMetrics(
  readings: readonly MetricReading[],
  { isDatabaseAnswering }: Pick<Services, 'isDatabaseAnswering'>,
): Metrics {
  const registry = new Registry();
  const whileAnswering =
    ({ read }: MetricReading) =>
    async (): Promise<Figures> => {
      try {
        return (await isDatabaseAnswering()) ? await read() : [];
      } catch (error) {
        if (refusalOf(error) === undefined) {
          throw error;
        }
        return [];
      }
    };
  collectDefaultMetrics({ register: registry });
  for (const reading of readings) {
    register(registry, reading.isStored === true ? { ...reading, read: whileAnswering(reading) } : reading);
  }
  register(registry, {
    name: 'tessera_database_up',
    help: '1 while the database responds; metrics that are read from it are left out otherwise',
    read: async () => Number(await isDatabaseAnswering()),
  });
  register(registry, {
    name: 'tessera_stray_faults',
    help: 'Unhandled rejections and exceptions of this process',
    labelNames: ['kind'],
    read: () => Object.entries(strayFaults()).map(([kind, value]) => ({ labels: { kind }, value })),
  });
  const calls = new Histogram({
    name: 'tessera_operation_duration_seconds',
    help: 'Duration of calls of operations, over HTTP and through the relay',
    labelNames: ['operation', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const callsOfWorkspaces = new Counter({
    name: 'tessera_workspace_calls_total',
    help: 'Calls of operations by workspace, over HTTP and through the relay',
    labelNames: ['workspace'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'tessera_mails_total',
    help: 'Mails, by whether the mail server accepted them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // The first loss is an increase, so that it raises the alert.
  mails.inc({ outcome: 'failed' }, 0);
  const durations = new Histogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    // `route` is the operation or the route's pattern, never the path, which contains ids and secrets.
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    registry,
    middleware: async (c, next) => {
      const end = durations.startTimer();
      await next();
      end({ method: c.req.method, route: c.get('operation') ?? routePath(c, -1), status: c.res.status });
    },
    observeCall: ({ operation, workspace, status, durationMs }) => {
      calls.observe({ operation, status }, durationMs / 1_000);
      if (workspace !== undefined) {
        callsOfWorkspaces.inc({ workspace });
      }
    },
    counted: (mailer) => ({
      send: async (mail) => {
        const outcome = await mailer.send(mail);
        mails.inc({ outcome: outcome.accepted ? 'accepted' : 'failed' });
        return outcome;
      },
      close: () => mailer.close(),
    }),
  };
}

function register(registry: Registry, { name, help, labelNames = [], read }: Omit<MetricReading, 'isStored'>): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const figures = await read();
      this.reset();
      for (const { labels, value } of typeof figures === 'number' ? [{ labels: {}, value: figures }] : figures) {
        this.set(labels, value);
      }
    },
  });
}

/** The operator of a request, whose token has the scope. Throws the refusal of any other request. */
export function operatorOf(c: Context<RequestVariables>, services: Services, scope: OperatorScope): Principal {
  const presented = presentedSecret(credentialsOf(c));
  if (presented === undefined) {
    throw errors.unauthenticated();
  }
  if (presented.kind !== 'operator') {
    throw errors.wrongCredential(`Only an operator token (svc_op_…) serves ${c.req.path}: send one here.`);
  }
  const principal = findOperator(services, presented.secret);
  const refusal = refuseScope(principal, scope);
  if (refusal !== undefined) {
    throw refusal;
  }
  return principal;
}

/** `GET /metrics` in the Prometheus text format, for operators. */
export function mountMetrics(services: Services, { registry }: Metrics): Mount {
  return (app) => {
    app.get('/metrics', async (c) => {
      operatorOf(c, services, 'metrics');
      return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
    });
  };
}
