import { InvalidSettingError, type Settings } from '../../platform/settings.js';
import type { OidcSettings } from './provider.js';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The configured provider, or undefined. Throws `InvalidSettingError` for an incomplete configuration. */
export function oidcSettings(settings: Settings): OidcSettings | undefined {
  const issuer = settings.SVC_OIDC_ISSUER;
  const clientId = settings.SVC_OIDC_CLIENT_ID;
  const clientSecret = settings.SVC_OIDC_CLIENT_SECRET;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
    if (settings.SVC_SIGN_IN_CODES === 'off') {
      throw new InvalidSettingError('SVC_SIGN_IN_CODES=off needs SVC_OIDC_ISSUER: otherwise nobody could sign in');
    }
    return undefined;
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new InvalidSettingError(
      'SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET belong together: set all three or none',
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !loopback.test(hostname)) {
    throw new InvalidSettingError('SVC_OIDC_ISSUER must be https, unless the provider runs on this machine');
  }
  const [emailClaim, trustsEmail] = [settings.SVC_OIDC_EMAIL_CLAIM, settings.SVC_OIDC_TRUST_EMAIL === '1'];
  if (emailClaim !== 'email' && !trustsEmail) {
    throw new InvalidSettingError(
      `SVC_OIDC_EMAIL_CLAIM=${emailClaim} needs SVC_OIDC_TRUST_EMAIL=1: email_verified is about the claim email only`,
    );
  }
  const groupsClaim = settings.SVC_OIDC_GROUPS_CLAIM;
  return { issuer, clientId, clientSecret, name: settings.SVC_OIDC_NAME, emailClaim, trustsEmail, groupsClaim };
}
