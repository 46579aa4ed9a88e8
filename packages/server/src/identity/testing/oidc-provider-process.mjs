// A real OpenID Connect provider for tests, in its own process. Prints its issuer when it listens. Its development
// pages take the login as the address; addresses with "unverified+" are reported as unverified.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [redirectUri = '', port = '0', method = 'client_secret_post'] = process.argv.slice(2);
const authMethod = /** @type {import('oidc-provider').ClientAuthMethod} */ (method);
const server = createServer();
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the provider has no port');
  }
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tessera',
        client_secret: 'a-secret-for-tests',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a-cookie-key-for-tests'] },
    findAccount: (/** @type {unknown} */ _context, /** @type {string} */ id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified+'), name: 'Ada Lovelace' }),
    }),
  });
  server.on('request', provider.callback());
  process.stdout.write(`${issuer}\n`);
});
