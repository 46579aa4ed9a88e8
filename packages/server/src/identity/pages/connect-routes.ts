import { enterByPerson } from '../../http/address-limit.js';
import { t } from '../../http/pages/language.js';
import { pageHeaders } from '../../http/pages/layout.js';
import { noticeView } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import { asSignedIn, type PageApp, type PageContext, signedInPrincipal, toSignIn } from '../../http/pages/requests.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { canWrite, type Principal } from '../../principals/principal.js';
import { listScopes } from '../../principals/queries.js';
import { relayAddressOf, relayScope } from '../oauth/addresses.js';
import { openConnection } from '../oauth/connections.js';
import { findPersonById } from '../people/queries.js';
import { connectView, type OpenableWorkspace } from './connect-views.js';
import type { PageDependencies } from './dependencies.js';

/** Adds the page on which a person connects an assistant and chooses what it may access. */
export function addConnectRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.connect, (c) => showClient(c, dependencies));
  app.post(pagePaths.connect, (c) => decide(c, dependencies));
}

/** A pending decision of a person: the client, and where it is redirected afterwards. */
interface Waiting {
  readonly clientId: string;
  readonly client: string;
  readonly host: string;
  readonly redirectUri: string;
  /** The addresses of the relay in the client's spelling. */
  readonly resources: readonly string[];
  /** Finishes the step and returns the address to redirect to. */
  finish(result: Readonly<Record<string, unknown>>): Promise<string>;
}

type SignedIn = Principal & { readonly personId: string };

async function showClient(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const principal = await signedInPrincipal(c, dependencies.services);
  if (principal === undefined) {
    return toSignIn(c, new URL(c.req.url).pathname);
  }
  const waiting = await pendingStep(c, dependencies);
  return waiting === undefined ? expired(c) : ask(c, dependencies, { principal, waiting });
}

async function ask(
  c: PageContext,
  dependencies: PageDependencies,
  { principal, waiting, problem }: { principal: SignedIn; waiting: Waiting; problem?: string },
): Promise<Response> {
  const workspaces = await openable(dependencies, principal.personId, waiting);
  const reads = workspaces.length === 1 ? workspaces.map(({ id }) => id) : [principal.scope?.workspace.id ?? ''];
  const { client, host } = waiting;
  const view = { client, host, email: principal.email ?? '', workspaces, reads, ...(problem && { problem }) };
  return c.html(connectView(view), problem === undefined ? 200 : 400, {
    'Content-Security-Policy': policyFor(waiting.redirectUri),
  });
}

/** The response to the form redirects to the client, so the page's content security policy must allow that address. */
function policyFor(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  const source = origin === 'null' ? protocol : origin;
  return (pageHeaders['Content-Security-Policy'] ?? '').replace("form-action 'self'", `form-action 'self' ${source}`);
}

async function decide(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const principal = await signedInPrincipal(c, services);
  if (principal === undefined) {
    return toSignIn(c, new URL(c.req.url).pathname);
  }
  await enterByPerson(services, 'connections_asked', principal.personId);
  const waiting = await pendingStep(c, dependencies);
  if (waiting === undefined) {
    return expired(c);
  }
  const form = await c.req.parseBody({ all: true });
  if (form.decision !== 'connect') {
    const refused = { error: 'access_denied', error_description: 'The person refused this connection.' };
    return c.redirect(await waiting.finish(refused), 303);
  }
  const workspaces = await openable(dependencies, principal.personId, waiting);
  const reads = [form.read ?? []].flat();
  const writes = workspaces.find(({ id, canWrite: may }) => may && id === form.write)?.id;
  const opened = workspaces
    .filter(({ id }) => reads.includes(id) || id === writes)
    .map(({ id }) => ({ id, writes: id === writes }));
  if (opened.length === 0) {
    return ask(c, dependencies, { principal, waiting, problem: t('connect.choose') });
  }
  const grantId = await connect(c, dependencies, { principal, waiting, opened });
  const login = { accountId: principal.personId, remember: false };
  return c.redirect(await waiting.finish({ login, consent: { grantId } }), 303);
}

async function connect(
  c: PageContext,
  { services, oauth }: PageDependencies,
  {
    principal,
    waiting,
    opened,
  }: { principal: SignedIn; waiting: Waiting; opened: readonly { id: string; writes: boolean }[] },
): Promise<string> {
  const id = uuidFrom(services.random);
  await asSignedIn(c, services, async (transaction) => {
    const person = await findPersonById(transaction, principal.personId);
    const name = `${waiting.client} (${waiting.host})`;
    const requestId = c.get('requestId');
    await openConnection(transaction, { id, person, name, opened, at: services.clock(), requestId });
  });
  const { Grant } = await oauth.provider();
  // The constructor's type lacks `jti`, which sets the grant's id to the id of the connection.
  const named: object = { jti: id, accountId: principal.personId, clientId: waiting.clientId };
  const grant = new Grant(named);
  for (const resource of waiting.resources) {
    grant.addResourceScope(resource, relayScope);
  }
  return grant.save();
}

/** The pending step of this browser. Undefined if it has expired, or another browser started it. */
async function pendingStep(c: PageContext, { oauth }: PageDependencies): Promise<Waiting | undefined> {
  const provider = await oauth.provider();
  const { pathname } = new URL(c.req.url);
  const headers = { cookie: c.req.header('cookie') };
  const { incoming, outgoing } = oauth.exchange({ method: 'GET', path: pathname, headers });
  const interaction = await provider.interactionDetails(incoming, outgoing).catch(() => undefined);
  const { client_id: clientId, redirect_uri: redirectUri, resource } = interaction?.params ?? {};
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId).catch(() => undefined) : undefined;
  if (interaction?.uid !== c.req.param('uid') || client === undefined || typeof redirectUri !== 'string') {
    return undefined;
  }
  // The document was fetched from this host, which proves that the client controls it.
  const host = client.clientId.startsWith('https://') ? new URL(client.clientId).hostname : hostOf(redirectUri);
  return {
    clientId: client.clientId,
    client: client.clientName?.slice(0, 100) || host,
    host,
    redirectUri,
    resources: [resource].flat().filter((each) => typeof each === 'string'),
    finish: (result) => provider.interactionResult(incoming, outgoing, result, { mergeWithLastSubmission: false }),
  };
}

/** Describes who receives the authorization code: a site, a program, or this computer. */
function hostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol)) {
    return protocol.replace(':', '');
  }
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? 'this computer' : hostname;
}

/** The workspaces that a person can open to the client. If the relay's address names a workspace, only that one. */
async function openable(
  { services }: PageDependencies,
  personId: string,
  { resources }: Pick<Waiting, 'resources'>,
): Promise<OpenableWorkspace[]> {
  const slugs = resources.map((resource) => relayAddressOf(services.baseUrl, resource)?.slug);
  const scopes = await services.database.withoutWorkspace((transaction) => listScopes(transaction, personId));
  const reachable = scopes.filter(({ workspace }) =>
    slugs.every((slug) => slug === undefined || slug === workspace.slug),
  );
  return reachable.map((scope) => ({
    id: scope.workspace.id,
    name: scope.workspace.name,
    role: scope.role ?? 'member',
    canWrite: canWrite(scope),
  }));
}

function expired(c: PageContext): Response | Promise<Response> {
  return c.html(noticeView({ title: t('connect.again'), message: t('connect.expired') }), 404);
}
