import type { Services } from '../../platform/services.js';
import type { Oauth } from '../oauth/oauth.js';
import type { OidcProvider } from '../oidc/provider.js';

/** A person who has signed in at the provider, and the values of the claim that decides about them. */
export interface DirectoryPerson {
  readonly email: string;
  readonly name: string | undefined;
  readonly issuer: string;
  readonly values: readonly string[];
  readonly requestId: string;
}

/** Grants and ends what the directories of workspaces say about a person. */
export type ApplyDirectories = (services: Services, person: DirectoryPerson) => Promise<void>;

/** Dependencies of the pages for browsers. */
export interface PageDependencies {
  readonly services: Services;
  /** Absent if people sign in by code only. */
  readonly provider?: OidcProvider | undefined;
  readonly applyDirectories: ApplyDirectories;
  /** The authorization server for assistants. */
  readonly oauth: Oauth;
}
