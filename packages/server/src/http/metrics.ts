import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errors } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { matchesHash, presentedSecret } from '../principals/credential.js';
import type { Mount } from './mount.js';
import type { RequestVariables } from './request.js';
import { credentialsOf, refuse } from './routes.js';

/** A number that is read when somebody asks for the metrics. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly read: () => number;
}

/** The metrics of one process. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts every request by operation (else by route), method and status, with its duration in seconds. */
  readonly middleware: MiddlewareHandler<RequestVariables>;
}

/** Makes the metrics of this process: its requests, its own figures and the given readings. */
export function createMetrics(readings: readonly MetricReading[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, help, read } of readings) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  const durations = new Histogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    // The operation or the route's pattern, never the path: paths hold ids and secrets.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    middleware: async (c, next) => {
      const end = durations.startTimer();
      await next();
      end({ method: c.req.method, route: c.get('operation') ?? routePath(c, -1), status: c.res.status });
    },
  };
}

/** `GET /metrics` in the Prometheus text format, for the operator token. */
export function mountMetrics(services: Services, { registry }: Metrics): Mount {
  return (app) => {
    app.get('/metrics', async (c) => {
      const presented = presentedSecret(credentialsOf(c));
      if (presented === undefined) {
        return refuse(c, errors.unauthenticated());
      }
      if (presented.kind !== 'operator') {
        return refuse(c, errors.wrongCredential('Only the operator token (svc_op_…) serves /metrics: send it here.'));
      }
      if (!matchesHash(presented.secret, services.operatorTokenHash)) {
        return refuse(c, errors.invalidCredential());
      }
      return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
    });
  };
}
