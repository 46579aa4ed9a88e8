import type { Hono } from 'hono';
import { credentialRateGate } from './access/api-keys/rate-gate.js';
import { applyDirectories } from './access/directory/apply.js';
import { mountMagicLinkPage } from './access/magic-links/mount.js';
import { startExpirySweep } from './access/memberships/expiry-sweep.js';
import { accessOperations } from './access/operations.js';
import { mountScim } from './access/scim/mount.js';
import { mountRelay } from './agent/relay.js';
import { noteRefusedDelivery } from './collections/findings/deliveries.js';
import { createCollections } from './collections/index.js';
import { mountHome } from './dashboard/home.js';
import { mountDashboard } from './dashboard/mount.js';
import { createDispatcher, type Dispatcher } from './dispatch/dispatcher.js';
import type { Operations } from './dispatch/operation.js';
import { mountGit } from './documents/git/mount.js';
import { createDocuments } from './documents/index.js';
import { type ContentProcesses, createContentProcesses } from './documents/isolation/content-processes.js';
import { mountGuide } from './documents/pages/guide.js';
import { mountReadingPages } from './documents/pages/mount.js';
import { mountConventions } from './http/conventions.js';
import { createEdge } from './http/edge.js';
import { createMetrics } from './http/metrics.js';
import type { Mount } from './http/mount.js';
import { Refusals } from './http/refusals.js';
import type { RequestVariables } from './http/request.js';
import { mountOauth } from './identity/oauth/mount.js';
import { createOauth } from './identity/oauth/oauth.js';
import type { OauthOptions } from './identity/oauth/provider.js';
import { identityOperations } from './identity/operations.js';
import { mountIdentityPages } from './identity/pages/mount.js';
import { guardedOperations } from './misplaced/operations.js';
import { mountBackup } from './operator/backup.js';
import { startCallCounts } from './operator/call-counts.js';
import { startDeletionSweep } from './operator/deletion/sweep.js';
import { operatorMetrics } from './operator/metrics.js';
import { operatorOperations } from './operator/operations.js';
import { emptyScratchFolder } from './platform/data-folder.js';
import { keepStatistics } from './platform/database/statistics.js';
import { type MailQueue, queueMails, startMailRetries } from './platform/mail/queue.js';
import type { Services } from './platform/services.js';
import { workerFile } from './platform/worker-file.js';
import { createSearchRuntime } from './search-runtime/search-runtime.js';
import { removeInterrupted, transferOperations } from './transfer/operations.js';
import { startAuditRetention } from './workspaces/audit/retention.js';
import { mountAuditStream } from './workspaces/audit/stream.js';
import { workspaceOperations } from './workspaces/operations.js';
import { webhookOperations } from './workspaces/webhooks/operations.js';
import { createWebhookSender, type WebhookSenderOptions } from './workspaces/webhooks/sender.js';
import { startWebhookSweep } from './workspaces/webhooks/sweep.js';

/** The assembled service: a handler of web-standard requests, and the dispatcher. */
export interface App {
  readonly http: Hono<RequestVariables>;
  readonly dispatcher: Dispatcher;
  /** Stops background work; the database stays open. */
  close(): Promise<void>;
}

/** Overrides of the defaults for tests. */
export interface AppOptions {
  readonly checkAnswers?: boolean;
  /** The processes that work on content of callers. */
  readonly processes?: ContentProcesses;
  readonly oauth?: OauthOptions;
  readonly webhooks?: WebhookSenderOptions;
  /**
   * Whether background work runs, which sends events, records expired grants and reports refused calls. Default: true.
   * Tests can run the first two explicitly instead. Refused calls are then reported when the service stops.
   */
  readonly sweeps?: boolean;
}

/** Builds the service from its dependencies. It does not listen, so tests can call it directly. */
export function buildApp(given: Services, options: AppOptions = {}): App {
  emptyScratchFolder(given.settings);
  const search = createSearchRuntime(given, workerFile('search-worker', import.meta.url));
  const collections = createCollections(given, search);
  const metrics = createMetrics([...operatorMetrics(given), ...collections.metrics, ...search.metrics], given);
  const mailer = queueMails(metrics.counted(given.mailer), given);
  const services = { ...given, mailer };
  const processes = options.processes ?? createContentProcesses(services.log);
  const documents = createDocuments(services, search, processes);
  const webhookSender = createWebhookSender(services.settings, options.webhooks);
  const operations: Operations = {
    ...workspaceOperations,
    ...webhookOperations(webhookSender),
    ...accessOperations,
    ...operatorOperations,
    ...identityOperations,
    ...collections.operations,
    ...documents.operations,
    ...guardedOperations({ ...collections.operations, ...documents.operations }),
    ...transferOperations({ embedding: search.embedders.current, pushes: documents.pushes }),
  };
  const callCounts = startCallCounts(services, { onlyAtStop: options.sweeps === false });
  const rateGate = credentialRateGate(services);
  const checkAnswers = options.checkAnswers ?? false;
  const dispatcher = createDispatcher({
    services,
    operations,
    rateGate,
    checkAnswers,
    refused: noteRefusedDelivery(services),
    observe: (call) => {
      metrics.observeCall(call);
      callCounts.observe(call);
    },
  });
  const oauth = createOauth(services, options.oauth);
  const mounts: Mount[] = [
    mountConventions(services),
    mountIdentityPages(services, oauth, applyDirectories),
    mountOauth(services, oauth),
    mountAuditStream({ services, dispatcher }),
    mountBackup(services),
    mountScim(services.baseUrl, dispatcher),
    mountGit(dispatcher, documents.pushes),
    mountMagicLinkPage(services),
    mountDashboard(services, dispatcher),
    mountHome(dispatcher),
    mountReadingPages({ services, dispatcher }),
    mountGuide(services),
    mountRelay({ services, dispatcher }),
  ];
  const refusals = new Refusals(services, { onlyAtStop: options.sweeps === false });
  const http = createEdge({ services, dispatcher, mounts, metrics, refusals });
  const stopSweeps = options.sweeps === false ? [] : startSweeps(services, webhookSender);
  const stopOthers = [callCounts.stop, startAuditRetention(services), keepStatistics(services.database, services.log)];
  const close = async (): Promise<void> => {
    await refusals.stop();
    await Promise.all([...stopOthers, ...stopSweeps].map((stop) => stop()));
    await webhookSender.close();
    await documents.close();
    await collections.close();
    await search.thread.close();
  };
  return { http, dispatcher, close };
}

/** Starts work that repeats. Returns functions that stop it. */
function startSweeps(
  services: Services & { mailer: MailQueue },
  webhookSender: ReturnType<typeof createWebhookSender>,
) {
  return [
    startMailRetries(services.mailer, services),
    startWebhookSweep(services, webhookSender),
    startExpirySweep(services),
    startDeletionSweep(services),
    removeInterrupted(services),
  ];
}
