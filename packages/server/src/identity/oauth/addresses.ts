import { cookiePrefixOf } from '../../http/request.js';

/** Paths of the OAuth endpoints, relative to the base URL. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** Path of the agents' relay. Access tokens are valid for this resource only. */
export const relayPath = '/mcp/http';

/** The only OAuth scope. A person chooses on the consent page what a token can access. */
export const relayScope = 'mcp';

/** An address of the relay in the spelling of the client, with or without a trailing slash. */
export interface RelayAddress {
  readonly path: string;
  /** The slug of the workspace that the address is limited to; undefined for the relay of all workspaces. */
  readonly slug?: string;
}

const relayAddress = new RegExp(`^${relayPath}(?:/([a-z0-9][a-z0-9-]*))?/?$`);

/** The address of the relay at a path; undefined for any other path. */
export function relayAddressAt(path: string): RelayAddress | undefined {
  const found = relayAddress.exec(path);
  return found === null ? undefined : { path, ...(found[1] !== undefined && { slug: found[1] }) };
}

/** The address of the relay that a client names as a resource; undefined for any other resource. */
export function relayAddressOf(baseUrl: string, resource: string): RelayAddress | undefined {
  const { origin } = new URL(baseUrl);
  return resource.startsWith(`${origin}/`) ? relayAddressAt(resource.slice(origin.length)) : undefined;
}

/** The resource identifier of the relay at an address, to which tokens are bound. */
export function relayResource(baseUrl: string, path: string = relayPath): string {
  return new URL(path, baseUrl).href;
}

/** The URL of the protected resource metadata of the relay at an address (RFC 9728). */
export function resourceMetadataUrl(baseUrl: string, path: string): string {
  return new URL(oauthPaths.resourceMetadata + path, baseUrl).href;
}

/** Names of the cookies that the OAuth library sets: its session, the pending interaction, and the step to resume. */
export function oauthCookies(baseUrl: string): { session: string; interaction: string; resume: string } {
  const prefix = cookiePrefixOf(baseUrl);
  return { session: `${prefix}svc_oauth`, interaction: `${prefix}svc_connect`, resume: `${prefix}svc_resume` };
}
