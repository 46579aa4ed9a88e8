import * as openid from 'openid-client';
import { pagePaths } from '../../http/pages/paths.js';

/** Settings of the provider that people may sign in with. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the sign-in page. */
  readonly name: string;
  /** Calls the provider. Default: the built-in one. */
  readonly fetch?: typeof fetch;
}

/** The values that the return from the provider must match. Stored in the browser that started the sign-in. */
export interface OidcCheck {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The identity that the provider asserts. `emailVerified` is true only if the provider says so. */
export interface OidcIdentity {
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** The provider cannot be reached, or its responses violate OpenID Connect; a later attempt may succeed. */
export class OidcUnavailableError extends Error {}

/** The provider refused, or its response does not match the started sign-in. */
export class OidcRefusedError extends Error {}

/** Sign-in at one OpenID Connect provider, by authorization code with PKCE. */
export interface OidcProvider {
  readonly name: string;
  /** Where to send the browser, and the values to check its return against. */
  begin(): Promise<{ readonly location: string; readonly check: OidcCheck }>;
  /** Redeems the return. `query` is the query string of the redirect. */
  complete(query: string, check: OidcCheck): Promise<OidcIdentity>;
}

/**
 * Creates a provider from its settings. Its configuration is fetched on first use and retried until that succeeds. A
 * provider that was unavailable when the service started therefore works as soon as it is available.
 */
export function openOidcProvider(settings: OidcSettings, baseUrl: string): OidcProvider {
  const redirectUri = new URL(pagePaths.oidcCallback, baseUrl).href;
  const discover = discoverOnce(settings);
  return {
    name: settings.name,
    begin: async () => {
      const configuration = await discover();
      const check = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const location = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(check.codeVerifier),
        code_challenge_method: 'S256',
        state: check.state,
        nonce: check.nonce,
      });
      return { location: location.href, check };
    },
    complete: async (query, check) => redeem(await discover(), new URL(query, redirectUri), check),
  };
}

function discoverOnce(settings: OidcSettings): () => Promise<openid.Configuration> {
  let found: Promise<openid.Configuration> | undefined;
  const issuer = new URL(settings.issuer);
  // Plain HTTP is only allowed for a provider on this machine; the settings refuse it for any other.
  const execute = [
    openid.enableNonRepudiationChecks,
    ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
  ];
  return async () => {
    found ??= openid.discovery(issuer, settings.clientId, undefined, clientSecretAuth(settings.clientSecret), {
      execute,
      ...(settings.fetch === undefined ? {} : { [openid.customFetch]: settings.fetch as openid.CustomFetch }),
    });
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw new OidcUnavailableError(`the provider at ${settings.issuer} could not be looked up`, { cause: error });
    }
  };
}

/**
 * Sends the secret by the method that the provider lists, or as HTTP Basic if it lists none (OpenID Connect Core, 9).
 */
function clientSecretAuth(secret: string): openid.ClientAuth {
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const listed = server.token_endpoint_auth_methods_supported ?? [];
    return (listed.includes('client_secret_post') ? post : basic)(server, client, body, headers);
  };
}

async function redeem(configuration: openid.Configuration, returned: URL, check: OidcCheck): Promise<OidcIdentity> {
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: check.codeVerifier,
      expectedState: check.state,
      expectedNonce: check.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) {
      throw new OidcRefusedError('the provider sent no identity');
    }
    if (typeof claims.email === 'string') {
      return identityOf(claims);
    }
    // Some providers return the email address only here, not in the identity token.
    return identityOf(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub));
  } catch (error) {
    throw asOidcError(error);
  }
}

function identityOf(claims: { readonly [claim: string]: unknown }): OidcIdentity {
  return {
    email: typeof claims.email === 'string' ? claims.email : undefined,
    // Some providers return the string instead of the boolean.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: typeof claims.name === 'string' ? claims.name : undefined,
  };
}

function asOidcError(error: unknown): Error {
  if (error instanceof OidcRefusedError) {
    return error;
  }
  const refused =
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.WWWAuthenticateChallengeError ||
    error instanceof openid.ClientError;
  return refused
    ? new OidcRefusedError('the provider did not confirm the sign-in', { cause: error })
    : new OidcUnavailableError('the provider did not answer', { cause: error });
}
