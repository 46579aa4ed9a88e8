import { email as emailSchema, limits } from '@tessera/contract';
import { createRemoteJWKSet, customFetch as jwksFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import { pagePaths } from '../../http/pages/paths.js';

/** Settings of the provider that people may sign in with. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the sign-in page. */
  readonly name: string;
  /** The claim that contains the email address. */
  readonly emailClaim: string;
  /** Whether each address that the provider sends counts as verified. */
  readonly trustsEmail: boolean;
  /** The claim whose values decide about people, if any. */
  readonly groupsClaim?: string | undefined;
  /** Calls the provider. Default: the built-in one. */
  readonly fetch?: typeof fetch;
}

/** The values that the return from the provider must match. Stored in the browser that started the sign-in. */
export interface OidcCheck {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A session at the provider, which can end the sessions here that it opened. */
export const providerSession = z.object({ iss: z.string(), sub: z.string().optional(), sid: z.string().optional() });

/** The parsed form of `providerSession`. */
export type ProviderSession = z.output<typeof providerSession>;

/** The identity that the provider asserts. */
export interface OidcIdentity {
  /** The verified address; undefined if the provider sent none. */
  readonly email: string | undefined;
  /** The claim that is missing, invalid or not true, if there is no verified address. */
  readonly missing: string | undefined;
  readonly name: string | undefined;
  /** The values of the claim that decides about people; undefined if none is configured. */
  readonly values: readonly string[] | undefined;
  readonly session: ProviderSession;
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
  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0), except for its single use. */
  verifyLogout(token: string): Promise<LogoutToken>;
}

/** What a verified logout token says. `sub`, `sid` or both name whose sessions end. */
export interface LogoutToken extends ProviderSession {
  readonly jti: string;
}

/** The age at which a logout token is refused, in seconds. Until then its id is remembered. */
export const logoutTokenSeconds = 600;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const logoutClaims = providerSession
  .extend({ jti: z.string(), events: z.looseObject({ [logoutEvent]: z.looseObject({}) }), nonce: z.never().optional() })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * Creates a provider from its settings. Its configuration is fetched on first use and retried until that succeeds. A
 * provider that was unavailable when the service started therefore works as soon as it is available.
 */
export function openOidcProvider(settings: OidcSettings, baseUrl: string): OidcProvider {
  const redirectUri = new URL(pagePaths.oidcCallback, baseUrl).href;
  const discover = discoverOnce(settings);
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
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
    complete: async (query, check) =>
      redeem(await discover(), settings, { returned: new URL(query, redirectUri), check }),
    verifyLogout: async (token) => {
      const { issuer, jwks_uri } = (await discover()).serverMetadata();
      keys ??= createRemoteJWKSet(new URL(jwks_uri ?? '', issuer), { [jwksFetch]: settings.fetch });
      return readLogoutToken(token, { keys, issuer, clientId: settings.clientId });
    },
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

async function redeem(
  configuration: openid.Configuration,
  settings: OidcSettings,
  { returned, check }: { readonly returned: URL; readonly check: OidcCheck },
): Promise<OidcIdentity> {
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
    const { issuer, userinfo_endpoint } = configuration.serverMetadata();
    // An issuer with a placeholder accepts every tenant of the provider, and each tenant chooses its addresses.
    const trustsEmail = settings.trustsEmail && claims.iss === issuer;
    const { emailClaim, groupsClaim } = settings;
    const sent = groupsClaim === undefined ? [] : claims[groupsClaim];
    // A provider that sends a reference instead of its groups sends no such claim.
    const hasGroups = sent !== undefined && !(Array.isArray(sent) && sent.length > limits.tokenValues);
    const isComplete = emailClaim in claims && (trustsEmail || 'email_verified' in claims) && hasGroups;
    // Some providers return the email address only here, not in the identity token.
    const more =
      isComplete || userinfo_endpoint === undefined
        ? {}
        : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const all: Claims = { ...claims, ...more };
    const values = groupsClaim === undefined ? undefined : valuesOf(all[groupsClaim]);
    return { ...identityOf(all, emailClaim, trustsEmail), values, session: sessionOf(claims) };
  } catch (error) {
    throw asOidcError(error);
  }
}

interface Claims {
  readonly [claim: string]: unknown;
}

function valuesOf(sent: unknown): string[] {
  return [sent].flat().filter((value) => typeof value === 'string');
}

function identityOf(
  claims: Claims,
  emailClaim: string,
  trustsEmail: boolean,
): Pick<OidcIdentity, 'email' | 'missing' | 'name'> {
  const email = emailSchema.safeParse(claims[emailClaim]).data;
  // Some providers return the string instead of the boolean. The claim is about `email` only.
  const isVerified = emailClaim === 'email' && [true, 'true'].includes(claims.email_verified as never);
  const missing = email === undefined ? emailClaim : isVerified || trustsEmail ? undefined : 'email_verified';
  const name = typeof claims.name === 'string' ? claims.name : undefined;
  return { email: missing === undefined ? email : undefined, missing, name };
}

function sessionOf({ iss, sub, sid }: openid.IDToken): ProviderSession {
  return { iss, sub, ...(typeof sid === 'string' && { sid }) };
}

async function readLogoutToken(
  token: string,
  { keys, issuer, clientId }: { keys: ReturnType<typeof createRemoteJWKSet>; issuer: string; clientId: string },
): Promise<LogoutToken> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      maxTokenAge: logoutTokenSeconds,
      clockTolerance: 30,
    });
    const { iss, sub, sid, jti } = logoutClaims.parse(payload);
    return { iss, sub, sid, jti };
  } catch (error) {
    throw new OidcRefusedError('the logout token is invalid', { cause: error });
  }
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
