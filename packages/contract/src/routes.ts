import { ensuringRoutes } from './access/ensuring.js';
import { explanationRoutes } from './access/explanations.js';
import { groupRoutes } from './access/groups.js';
import { memberRoutes, peopleRoutes } from './access/memberships.js';
import { readerRoutes } from './access/readers.js';
import { accessSettingsRoutes } from './access/settings.js';
import { memberLinkRoutes } from './access/sign-in-links.js';
import { activityRoutes } from './collections/activity.js';
import { collectionRoutes } from './collections/collections.js';
import { correctionRoutes } from './collections/corrections.js';
import { findingRoutes } from './collections/findings.js';
import { grantRoutes } from './collections/grants.js';
import { historyRoutes } from './collections/history.js';
import { ingestRoutes } from './collections/ingest.js';
import { matchRoutes } from './collections/matches.js';
import { measuringRoutes } from './collections/measuring.js';
import { queryRoutes } from './collections/query.js';
import { reconciliationRoutes } from './collections/reconciliation.js';
import { recordRoutes } from './collections/records.js';
import { resolutionRoutes } from './collections/resolution.js';
import { viewRoutes } from './collections/views.js';
import { documentAssistantRoutes } from './documents/assistant.js';
import { documentDraftRoutes } from './documents/drafts.js';
import { documentHistoryRoutes } from './documents/history.js';
import { rawRoutes } from './documents/raw.js';
import { documentReadRoutes } from './documents/reads.js';
import { repoRoutes } from './documents/repos.js';
import { documentWriteRoutes } from './documents/writes.js';
import { apiKeyRoutes } from './identity/api-keys.js';
import { deviceRoutes } from './identity/device.js';
import { domainRoutes } from './identity/domains.js';
import { ownCredentialRoutes } from './identity/own-credentials.js';
import { signInRoutes } from './identity/sign-ins.js';
import { tokenRoutes } from './identity/tokens.js';
import { workspaceSettingsRoutes } from './identity/workspace-settings.js';
import { leavingRoutes } from './operator/leaving.js';
import { operatorRoutes } from './operator/operator.js';
import { transferRoutes } from './operator/transfer.js';
import { auditRoutes } from './workspaces/audit.js';
import { healthRoutes } from './workspaces/health.js';
import { meRoutes } from './workspaces/me.js';
import { webhookRoutes } from './workspaces/webhooks.js';
import { workspaceRoutes } from './workspaces/workspaces.js';

/** Every route of the service by operation id. */
export const routes = {
  ...healthRoutes,
  ...meRoutes,
  ...workspaceRoutes,
  ...auditRoutes,
  ...collectionRoutes,
  ...recordRoutes,
  ...historyRoutes,
  ...queryRoutes,
  ...resolutionRoutes,
  ...correctionRoutes,
  ...matchRoutes,
  ...activityRoutes,
  ...measuringRoutes,
  ...viewRoutes,
  ...findingRoutes,
  ...grantRoutes,
  ...repoRoutes,
  ...documentReadRoutes,
  ...documentAssistantRoutes,
  ...documentHistoryRoutes,
  ...documentWriteRoutes,
  ...documentDraftRoutes,
  ...rawRoutes,
  ...ingestRoutes,
  ...reconciliationRoutes,
  ...memberRoutes,
  ...memberLinkRoutes,
  ...ensuringRoutes,
  ...groupRoutes,
  ...readerRoutes,
  ...accessSettingsRoutes,
  ...explanationRoutes,
  ...workspaceSettingsRoutes,
  ...domainRoutes,
  ...apiKeyRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
  ...peopleRoutes,
  ...signInRoutes,
  ...ownCredentialRoutes,
  ...deviceRoutes,
  ...operatorRoutes,
  ...leavingRoutes,
  ...transferRoutes,
} as const;

/** The routes by operation id. */
export type Routes = typeof routes;
