import type { Hono } from 'hono';
import { apiKeyRateGate } from './access/api-keys/rate-gate.js';
import { accessOperations } from './access/operations.js';
import { mountReaderPage } from './access/readers/mount.js';
import { mountRelay } from './agent/relay.js';
import { createCollections } from './collections/index.js';
import { createDispatcher, type Dispatcher } from './dispatch/dispatcher.js';
import type { Operations } from './dispatch/operation.js';
import { createEdge } from './http/edge.js';
import { createMetrics } from './http/metrics.js';
import type { Mount } from './http/mount.js';
import type { RequestVariables } from './http/request.js';
import { identityOperations } from './identity/operations.js';
import { mountHome } from './identity/pages/home.js';
import { mountIdentityPages } from './identity/pages/mount.js';
import { operatorOperations } from './operator/operations.js';
import { keepStatistics } from './platform/database/statistics.js';
import type { Services } from './platform/services.js';
import { peopleOperations } from './settings/people/operations.js';
import { signInOperations } from './settings/sign-ins/operations.js';
import { tokenOperations } from './settings/tokens/operations.js';
import { workspaceSettingsOperations } from './settings/workspace/operations.js';
import { workspaceOperations } from './workspaces/operations.js';

/** The assembled service: a handler of web-standard requests and the path that every call takes. */
export interface App {
  readonly http: Hono<RequestVariables>;
  readonly dispatcher: Dispatcher;
  /** Ends background work; the database stays open. */
  close(): Promise<void>;
}

/** How the application may differ from its defaults, in tests. */
export interface AppOptions {
  readonly checkAnswers?: boolean;
}

/** Builds the service on what it is handed. Nothing listens yet, so that a test can call it directly. */
export function buildApp(services: Services, options: AppOptions = {}): App {
  const collections = createCollections(services);
  const operations: Operations = {
    ...workspaceOperations,
    ...accessOperations,
    ...operatorOperations,
    ...tokenOperations,
    ...identityOperations,
    ...peopleOperations,
    ...signInOperations,
    ...workspaceSettingsOperations,
    ...collections.operations,
  };
  const rateGate = apiKeyRateGate(services);
  const dispatcher = createDispatcher({ services, operations, rateGate, checkAnswers: options.checkAnswers ?? false });
  const mounts: Mount[] = [
    mountIdentityPages(services),
    mountReaderPage(services),
    mountHome(dispatcher),
    mountRelay({ services, dispatcher }),
  ];
  const http = createEdge({ services, dispatcher, mounts, metrics: createMetrics(collections.metrics) });
  const stopStatistics = keepStatistics(services.database, services.log);
  const close = async (): Promise<void> => {
    await stopStatistics();
    await collections.close();
  };
  return { http, dispatcher, close };
}
