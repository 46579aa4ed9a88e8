import { cookiePrefixOf } from '../../http/request.js';

/** Where OAuth for the relay is, under the base URL. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** The agents' relay: the one resource that access tokens are for. */
export const relayPath = '/mcp/http';

/** The scope of every access token. What it reaches was chosen when the assistant was connected. */
export const relayScope = 'mcp';

/** An address of the relay as a client asked for it, with or without the last slash. */
export interface RelayAddress {
  readonly path: string;
  /** The one workspace that the address is for. */
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

/** The relay at an address as the resource that a token is bound to. */
export function relayResource(baseUrl: string, path: string = relayPath): string {
  return new URL(path, baseUrl).href;
}

/** Where the description of the relay at an address as a protected resource is (RFC 9728). */
export function resourceMetadataUrl(baseUrl: string, path: string): string {
  return new URL(oauthPaths.resourceMetadata + path, baseUrl).href;
}

/** How the library's cookies are named: its session, a step that a person confirms, and where it goes on. */
export function oauthCookies(baseUrl: string): { session: string; interaction: string; resume: string } {
  const prefix = cookiePrefixOf(baseUrl);
  return { session: `${prefix}svc_oauth`, interaction: `${prefix}svc_connect`, resume: `${prefix}svc_resume` };
}
