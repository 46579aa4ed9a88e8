import { lastWorkspaceCookie, setState } from '../../http/pages/cookies.js';
import { t } from '../../http/pages/language.js';
import { localPath, pagePaths } from '../../http/pages/paths.js';
import {
  asSignedIn,
  formFields,
  type PageApp,
  type PageContext,
  signedInPrincipal,
  toSignIn,
} from '../../http/pages/requests.js';
import { referenceOf } from '../../principals/principal.js';
import { listScopes } from '../../principals/queries.js';
import { pinSession } from '../sessions/queries.js';
import type { PageDependencies } from './dependencies.js';
import { type WorkspaceChoice, workspacesView } from './workspace-views.js';

/** Adds the pages to choose and change the workspace of the browser's session. */
export function addWorkspaceRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.workspace, (c) => showWorkspaces(c, dependencies));
  app.post(pagePaths.workspace, (c) => chooseWorkspace(c, dependencies));
}

async function showWorkspaces(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const principal = await signedInPrincipal(c, dependencies.services);
  const next = localPath(c.req.query('next'));
  if (principal === undefined) {
    return toSignIn(c, next);
  }
  return c.html(workspacesView({ workspaces: await choices(dependencies, principal.personId), next }));
}

async function chooseWorkspace(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const field = await formFields(c);
  const principal = await signedInPrincipal(c, dependencies.services);
  const next = localPath(field('next'));
  if (principal === undefined) {
    return toSignIn(c, next);
  }
  const workspaces = await choices(dependencies, principal.personId);
  const chosen = workspaces.find(({ id }) => id === field('workspace'));
  if (chosen === undefined) {
    const problem = t('workspace.foreign');
    return c.html(workspacesView({ workspaces, next, problem }), 403);
  }
  await asSignedIn(c, dependencies.services, (transaction) => pinSession(transaction, principal.id, chosen.id));
  setState(c, lastWorkspaceCookie, chosen.id, dependencies.services.settings.SVC_SESSION_HOURS * 3_600);
  return c.redirect(next, 303);
}

async function choices({ services }: PageDependencies, personId: string): Promise<WorkspaceChoice[]> {
  const scopes = await services.database.withoutWorkspace((transaction) => listScopes(transaction, personId));
  return scopes.map(({ workspace, role }) => ({ ...referenceOf(workspace), role: role ?? 'member' }));
}
