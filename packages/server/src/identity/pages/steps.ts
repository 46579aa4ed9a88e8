import { z } from 'zod';

/** A code that has been asked for, from the address to the code. */
export const codeCookie = {
  name: 'svc_sign_in',
  shape: z.object({ attempt: z.string(), email: z.string(), next: z.string(), workspace: z.string().optional() }),
};

/** A sign-in that is under way at the provider. */
export const oidcCookie = {
  name: 'svc_oidc',
  shape: z.object({
    check: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
    next: z.string(),
  }),
};
