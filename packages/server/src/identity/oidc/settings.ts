import { InvalidSettingError, type Settings } from '../../platform/settings.js';
import type { OidcSettings } from './provider.js';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The configured provider, or undefined. Throws `InvalidSettingError` for an incomplete configuration. */
export function oidcSettings(settings: Settings): OidcSettings | undefined {
  const issuer = settings.SVC_OIDC_ISSUER;
  const clientId = settings.SVC_OIDC_CLIENT_ID;
  const clientSecret = settings.SVC_OIDC_CLIENT_SECRET;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
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
  return { issuer, clientId, clientSecret, name: settings.SVC_OIDC_NAME };
}
