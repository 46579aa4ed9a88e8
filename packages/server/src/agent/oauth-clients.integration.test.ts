import { afterAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { listen } from './testing/agents.js';
import { freePort, redirectUri } from './testing/assistants.js';

/** Addresses of client documents that the service fetched. */
const fetched: string[] = [];

const port = await freePort();
const fetchDocument: typeof fetch = async (address) => {
  fetched.push(String(address));
  return new Response();
};
const service = await startSuiteService(
  { SVC_BASE_URL: `http://127.0.0.1:${port}` },
  { oauth: { fetch: fetchDocument } },
);
const server = await listen(service.app, port);
afterAll(() => server.close());

describe('discovery', () => {
  it("finds the authorization server from the relay's 401 response", async () => {
    const refused = await fetch(`${server.url}/mcp/http/`, { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
    const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp/http/`;
    expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
    const resource = (await (await fetch(metadata)).json()) as Record<string, unknown>;
    expect(resource).toMatchObject({ resource: `${server.url}/mcp/http/`, authorization_servers: [server.url] });
    const described = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(await described.json()).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      client_id_metadata_document_supported: true,
      scopes_supported: ['mcp'],
    });
  });
});

describe('registration', () => {
  const register = async (body: unknown) => {
    const answer = await service.call('POST', '/oauth/register', { body });
    return `${answer.status} ${answer.body.error ?? answer.body.token_endpoint_auth_method}`;
  };

  it.each([
    ['https://claude.ai/api/mcp/auth_callback', '201 none'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', '201 none'],
    [redirectUri, '201 none'],
    ['http://evil.example/callback', '400 invalid_redirect_uri'],
    ['javascript:alert(1)', '400 invalid_redirect_uri'],
    ['not an address', '400 invalid_redirect_uri'],
  ])('of %s returns %s', async (uri, expected) => {
    const asked = { client_name: 'A', redirect_uris: [uri], token_endpoint_auth_method: 'client_secret_post' };
    expect(await register(asked)).toBe(expected);
  });

  it('is refused without a body', async () => {
    for (const body of [{}, '[', { redirect_uris: [] }, { redirect_uris: Array(11).fill(redirectUri) }]) {
      expect(await register(body)).toBe('400 invalid_client_metadata');
    }
    expect((await service.call('POST', '/oauth/register', { body: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it.each([
    'https://127.0.0.1/client',
    'https://0x7f000001/client',
    'https://2130706433/client',
    'https://[::ffff:10.0.0.1]/client',
    'https://localhost/client',
    'https://printer.local/client',
    'https://assistant.example:8443/client',
    'http://assistant.example/client',
  ])('fetches no document from an internal address: %s', async (id) => {
    const query = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: redirectUri });
    expect((await service.call('GET', `/oauth/authorize?${query}`)).status).toBe(400);
    expect(fetched).toEqual([]);
  });
});
