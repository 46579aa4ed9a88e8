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

/** The relay as the resource that a token is bound to. */
export function relayResource(baseUrl: string): string {
  return new URL(relayPath, baseUrl).href;
}

/** Where the relay's description as a protected resource is (RFC 9728). */
export function resourceMetadataUrl(baseUrl: string): string {
  return new URL(oauthPaths.resourceMetadata + relayPath, baseUrl).href;
}

/** How the library's cookies are named: its session, a step that a person confirms, and where it goes on. */
export function oauthCookies(baseUrl: string): { session: string; interaction: string; resume: string } {
  const prefix = cookiePrefixOf(baseUrl);
  return { session: `${prefix}svc_oauth`, interaction: `${prefix}svc_connect`, resume: `${prefix}svc_resume` };
}
