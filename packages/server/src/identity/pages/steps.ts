import { z } from 'zod';
import { isSecret } from '../../platform/secrets.js';

/** The cookie between the request of a code and its entry. */
export const codeCookie = {
  name: 'svc_sign_in',
  shape: z.object({
    attempt: z.string().refine(isSecret),
    email: z.string(),
    next: z.string(),
    workspace: z.string().optional(),
  }),
};

/** The cookie of a sign-in in progress at the provider. */
export const oidcCookie = {
  name: 'svc_oidc',
  shape: z.object({
    check: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
    next: z.string(),
    /** The own host of a workspace where the sign-in started. */
    host: z.object({ name: z.string(), binding: z.string() }).optional(),
  }),
};

/**
 * Cookie on a workspace's own host while the person signs in at the provider. `binding` is a secret of this browser.
 */
export const oidcEnterCookie = {
  name: 'svc_oidc_enter',
  shape: z.object({ binding: z.string(), next: z.string() }),
};
