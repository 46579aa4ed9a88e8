import type { Services } from '../../platform/services.js';
import type { Oauth } from '../oauth/oauth.js';
import type { OidcProvider } from '../oidc/provider.js';

/** Dependencies of the pages for browsers. */
export interface PageDependencies {
  readonly services: Services;
  /** Absent if people sign in by code only. */
  readonly provider?: OidcProvider | undefined;
  /** The authorization server for assistants. */
  readonly oauth: Oauth;
}
