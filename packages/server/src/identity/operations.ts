import { deviceOperations } from './device/operations.js';
import { personalTokenOperations } from './personal-tokens/operations.js';
import { sessionOperations } from './sessions/operations.js';
import { signInLinkOperations } from './sign-in-links/operations.js';

/** The operations on people's own sign-ins. */
export const identityOperations = {
  ...sessionOperations,
  ...personalTokenOperations,
  ...deviceOperations,
  ...signInLinkOperations,
};
