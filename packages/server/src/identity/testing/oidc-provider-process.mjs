// A real OpenID Connect provider for tests, in its own process. Prints its issuer when it listens. Its development
// pages take the login as the address; addresses with "unverified+" are reported as unverified. The option `kind`
// selects the issuer, the claims and the flow of a product as it is installed.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** @type {import('./oidc.js').OidcProcessOptions & { redirectUri: string }} */
const options = JSON.parse(process.argv[2] ?? '');
const { kind = 'plain', groups, jwks } = options;
const authMethod = /** @type {import('oidc-provider').ClientAuthMethod} */ (options.authMethod ?? 'client_secret_post');
// Entra ID sends no email_verified, and the address as preferred_username. Authentik reports no address as verified.
const verified = (/** @type {string} */ id) => !id.startsWith('unverified+');
const kinds = {
  plain: { path: '', email: (/** @type {string} */ id) => ({ email: id, email_verified: verified(id) }) },
  google: { path: '', email: (/** @type {string} */ id) => ({ email: id, email_verified: true, hd: 'example.org' }) },
  keycloak: {
    path: '/realms/staff',
    email: (/** @type {string} */ id) => ({ email: id, email_verified: true, preferred_username: 'ada' }),
  },
  authentik: {
    path: '/application/o/tessera/',
    email: (/** @type {string} */ id) => ({ email: id, email_verified: false, preferred_username: 'ada' }),
  },
  entra: {
    path: '/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    email: (/** @type {string} */ id) => ({ preferred_username: id, upn: id, oid: '51b4', tid: '9122040d' }),
  },
};
const { path, email } = kinds[kind];
const profile = [
  'name',
  'preferred_username',
  'upn',
  'oid',
  'tid',
  'hd',
  'groups',
  'roles',
  '_claim_names',
  'hasgroups',
];

const server = createServer();
server.listen(options.port ?? 0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the provider has no port');
  }
  const issuer = `http://127.0.0.1:${address.port}${path}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tessera',
        client_secret: 'a-secret-for-tests',
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: authMethod,
        ...(options.logoutUri === undefined
          ? {}
          : { backchannel_logout_uri: options.logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    clientAuthMethods: [authMethod],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile },
    // These products put all claims into the identity token.
    conformIdTokenClaims: kind === 'plain',
    cookies: { keys: ['a-cookie-key-for-tests'] },
    // The library's own dispatcher refuses addresses of this machine.
    fetch: (url, request) => fetch(url, Object.assign({}, request, { dispatcher: undefined })),
    features: { backchannelLogout: { enabled: true } },
    ...(jwks === undefined ? {} : { jwks }),
    findAccount: (/** @type {unknown} */ _context, /** @type {string} */ id) => ({
      accountId: id,
      claims: (/** @type {string} */ use) => ({
        ...{ sub: id, ...email(id), name: 'Ada Lovelace' },
        ...(use === 'userinfo' ? { ...groups?.[id], ...groups?.[`userinfo of ${id}`] } : groups?.[id]),
      }),
    }),
  });
  const prefix = path.replace(/\/$/, '');
  const handle = provider.callback();
  server.on('request', (request, response) => {
    // The provider is mounted under the path of its issuer.
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').replace(prefix, '') || '/' });
    void handle(request, response);
  });
  process.stdout.write(`${issuer}\n`);
});
