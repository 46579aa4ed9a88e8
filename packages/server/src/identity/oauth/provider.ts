import { generateKeyPairSync } from 'node:crypto';
import { isIP } from 'node:net';
import { limits } from '@tessera/contract';
import type { Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { noticeView } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import { createHostLookup } from '../../platform/outgoing/host-lookup.js';
import { mayBePublic } from '../../platform/outgoing/public-address.js';
import { createPublicFetch } from '../../platform/outgoing/public-fetch.js';
import type { Settings } from '../../platform/settings.js';
import { oauthCookies, oauthPaths, relayAddressOf, relayResource, relayScope } from './addresses.js';
import { clientDocumentFetch } from './client-documents.js';
import { OauthStore, type StoreServices } from './store.js';

/** Services that the authorization server depends on. */
export interface OauthServices extends StoreServices {
  readonly baseUrl: string;
  readonly settings: Pick<Settings, 'SVC_NAME_SERVERS'>;
}

/** Overrides of the defaults for tests. */
export interface OauthOptions {
  /** Fetches client metadata documents. */
  readonly fetch?: typeof fetch;
}

/**
 * Creates the authorization server for the relay. Clients are public: they are registered, or their id is the URL of a
 * document that describes them. Tokens are opaque. A person confirms every connection on our consent page.
 */
export async function createProvider(services: OauthServices, options: OauthOptions = {}): Promise<Provider> {
  // Loaded on first use, because most processes never need it.
  const library = await import('oidc-provider');
  // No limits here: the library limits the time and size of its fetches.
  const lookup = createHostLookup({ nameServers: services.settings.SVC_NAME_SERVERS });
  const fetch = clientDocumentFetch(options.fetch ?? createPublicFetch({ lookup }).fetch);
  const provider = new library.Provider(services.baseUrl, { ...configurationOf(services, library), fetch });
  // The service's proxy settings determine client addresses. This setting only makes the library use the base URL's
  // host name.
  provider.proxy = true;
  return provider;
}

type Library = typeof import('oidc-provider');

/** Whether a client's document can be on a public site: it has a host name and the default port. */
function isPublicSite(clientId: string): boolean {
  const { hostname, port } = new URL(clientId);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && port === '' && mayBePublic(hostname);
}

function configurationOf(services: OauthServices, library: Library): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter: (model) => new OauthStore(services, model, () => new library.errors.InvalidGrant('it was used already')),
    // No token is signed with this key, because the scope `openid` is not offered. Without it, the library would use a
    // key that is published in its source.
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    routes: {
      authorization: oauthPaths.authorize,
      token: oauthPaths.token,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
    },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'private_key_jwt'],
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    features: featuresOf(services, library),
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: {
      policy: alwaysConsent(library),
      url: (_context, { uid }) => pagePaths.connect.replace(':uid', uid),
    },
    expiresWithSession: () => false,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ...lifetimes,
    cookies: { names: oauthCookies(services.baseUrl) },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = String(
        noticeView({ title: 'This assistant could not be connected', message: description ?? error }),
      );
    },
  };
}

const lifetimes: Pick<Configuration, 'ttl' | 'formats'> = {
  ttl: {
    AccessToken: limits.assistantTokenSeconds,
    AuthorizationCode: limits.authorizationCodeSeconds,
    Grant: limits.assistantConnectionSeconds,
    IdToken: limits.assistantTokenSeconds,
    Interaction: limits.connectSeconds,
    RefreshToken: limits.assistantRefreshSeconds,
    Session: limits.connectSeconds,
  },
  formats: { bitsOfOpaqueRandomness: 256 },
};

function featuresOf(services: OauthServices, { errors }: Library): Configuration['features'] {
  const off = { enabled: false };
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    revocation: { enabled: true, allowedPolicy: async (_context, client, token) => token.clientId === client.clientId },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: (_context, id) => isPublicSite(id) },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => relayResource(services.baseUrl),
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource) => {
        if (relayAddressOf(services.baseUrl, resource) === undefined) {
          throw new errors.InvalidTarget('tokens are issued for the relay only');
        }
        return {
          scope: relayScope,
          audience: relayResource(services.baseUrl),
          accessTokenFormat: 'opaque',
          accessTokenTTL: limits.assistantTokenSeconds,
        };
      },
    },
  };
}

/** Requires consent for every connection, even if the assistant was connected before. */
function alwaysConsent({ interactionPolicy: { base, Check, Prompt } }: Library): interactionPolicy.DefaultPolicy {
  const policy = base();
  policy.clear();
  const unconfirmed = new Check('unconfirmed', 'a person confirms each connection', 'consent_required', (context) =>
    context.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.add(new Prompt({ name: 'consent', requestable: true }, unconfirmed));
  // Clients may request this prompt. It has no further effect, because the consent page requires signing in anyway.
  policy.add(new Prompt({ name: 'login', requestable: true }));
  return policy;
}
