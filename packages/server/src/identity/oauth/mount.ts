import { label, limits, text } from '@tessera/contract';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { enterByAddress } from '../../http/address-limit.js';
import { formLimit } from '../../http/body.js';
import type { Mount } from '../../http/mount.js';
import { pageHeaders } from '../../http/pages/layout.js';
import type { RequestVariables } from '../../http/request.js';
import { refuse } from '../../http/routes.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { oauthPaths, relayAddressAt, relayAddressOf, relayPath, relayResource, relayScope } from './addresses.js';
import type { Oauth } from './oauth.js';

type OauthContext = Context<RequestVariables>;

/**
 * The fields of the library's metadata that are published. The others describe OpenID Connect, which is not offered.
 */
const published = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
];

/** Mounts the OAuth endpoints for the relay, as the MCP authorization specification requires. */
export function mountOauth(services: Services, oauth: Oauth): Mount {
  const app = new Hono<RequestVariables>();
  app.use('/oauth/*', formLimit(limits.clientMetadataBytes));
  for (const path of ['', relayPath, `${relayPath}/`, `${relayPath}/:slug`, `${relayPath}/:slug/`]) {
    app.get(`${oauthPaths.resourceMetadata}${path}`, (c) => resourceMetadata(c, services));
  }
  app.get(oauthPaths.serverMetadata, (c) => serverMetadata(c, oauth));
  app.get(oauthPaths.authorize, async (c) => {
    await enterByAddress(c, services, 'connections_asked');
    return answer(c, oauth, authorizePath(c));
  });
  app.get(`${oauthPaths.authorize}/:uid`, (c) => answer(c, oauth, new URL(c.req.url).pathname));
  app.post(oauthPaths.token, async (c) => {
    const fields = tokenRequest(await c.req.text());
    // The library would use the refresh token up before it refuses the resource.
    return fields.getAll('resource').every((named) => relayAddressOf(services.baseUrl, named) !== undefined)
      ? answer(c, oauth, oauthPaths.token, fields.toString())
      : c.json({ error: 'invalid_target', error_description: 'tokens are issued for the relay only' }, 400);
  });
  app.post(oauthPaths.revoke, async (c) => answer(c, oauth, oauthPaths.revoke, await c.req.text()));
  app.post(oauthPaths.register, async (c) => {
    await enterByAddress(c, services, 'clients_registered');
    return register(c, oauth);
  });
  return (edge) => edge.route('/', app);
}

/**
 * Returns the resource metadata of the requested relay address. Clients compare `resource` with the address that they
 * use.
 */
function resourceMetadata(c: OauthContext, { baseUrl }: Services): Response | Promise<Response> {
  const suffix = c.req.path.slice(oauthPaths.resourceMetadata.length);
  const address = relayAddressAt(suffix === '' ? relayPath : suffix);
  if (address === undefined) {
    return refuse(c, errors.routeNotFound());
  }
  return c.json({
    resource: relayResource(baseUrl, address.path),
    resource_name: 'Tessera',
    authorization_servers: [new URL(baseUrl).origin],
    bearer_methods_supported: ['header'],
    scopes_supported: [relayScope],
    resource_documentation: new URL('/guide/agents', baseUrl).href,
  });
}

async function serverMetadata(c: OauthContext, oauth: Oauth): Promise<Response> {
  const whole = (await (await oauth.answer({ method: 'GET', path: oauthPaths.serverMetadata })).json()) as object;
  const about = Object.fromEntries(Object.entries(whole).filter(([name]) => published.includes(name)));
  return c.json({ ...about, scopes_supported: [relayScope] });
}

/** Drops the requested scopes, because access is chosen on the consent page. */
function authorizePath(c: OauthContext): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('scope', relayScope);
  nameResourcesOneWay(searchParams);
  return `${pathname}?${searchParams}`;
}

function tokenRequest(body: string): URLSearchParams {
  const fields = new URLSearchParams(body);
  nameResourcesOneWay(fields);
  return fields;
}

/** Removes the trailing slash of the relay's address. Clients send both spellings, but the library compares exactly. */
function nameResourcesOneWay(fields: URLSearchParams): void {
  const named = fields.getAll('resource');
  fields.delete('resource');
  for (const resource of named) {
    fields.append('resource', resource.replace(/\/$/, ''));
  }
}

async function register(c: OauthContext, oauth: Oauth): Promise<Response> {
  const metadata = readClientMetadata(await c.req.text());
  return 'problem' in metadata
    ? c.json({ error: 'invalid_client_metadata', error_description: metadata.problem }, 400)
    : answer(c, oauth, oauthPaths.register, JSON.stringify(metadata));
}

async function answer(c: OauthContext, oauth: Oauth, path: string, body?: string): Promise<Response> {
  const { method } = c.req;
  if (/%00|\0/.test(`${path}${body}`)) {
    // The library would store it with the request, which the database refuses.
    return c.json({ error: 'invalid_request', error_description: 'a parameter contains NUL' }, 400);
  }
  const [authorization, cookie, type] = ['authorization', 'cookie', 'content-type'].map((name) => c.req.header(name));
  const response = await oauth.answer({
    method: method === 'HEAD' ? 'GET' : method,
    path,
    headers: { authorization, cookie, 'content-type': type },
    body,
    address: c.get('clientAddress'),
  });
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    for (const [name, value] of Object.entries(pageHeaders)) {
      response.headers.set(name, value);
    }
  }
  return response;
}

const webUrl = z.httpUrl().max(2_000).optional().catch(undefined);

/** The part of a client's registration that is stored. All clients are public and use authorization codes. */
const clientMetadata = z.object({
  redirect_uris: z.array(text(2_000)).min(1).max(10),
  client_name: label(limits.nameCharacters).optional(),
  client_uri: webUrl,
  logo_uri: webUrl,
  policy_uri: webUrl,
  tos_uri: webUrl,
});

/** Metadata of a client as it is registered. */
export type ClientMetadata = z.infer<typeof clientMetadata> & { readonly token_endpoint_auth_method: 'none' };

/** Parses the body of a registration. Returns the metadata to register, or the problem. */
export function readClientMetadata(body: string): ClientMetadata | { readonly problem: string } {
  try {
    const read = clientMetadata.safeParse(JSON.parse(body));
    return read.success
      ? { ...read.data, token_endpoint_auth_method: 'none' }
      : { problem: `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}` };
  } catch {
    return { problem: 'The body is not JSON.' };
  }
}
