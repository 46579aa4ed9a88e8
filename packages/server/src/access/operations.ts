import { apiKeyOperations } from './api-keys/operations.js';
import { ensuringOperations } from './ensuring/operations.js';
import { explanationOperations } from './explanations/operations.js';
import { groupOperations } from './groups/operations.js';
import { magicLinkOperations } from './magic-links/operations.js';
import { memberOperations } from './memberships/members.js';
import { peopleOperations } from './memberships/people.js';
import { tokenOperations } from './tokens/operations.js';

/** All access operations: memberships, groups, magic links, API keys and tokens. */
export const accessOperations = {
  ...memberOperations,
  ...ensuringOperations,
  ...groupOperations,
  ...magicLinkOperations,
  ...explanationOperations,
  ...apiKeyOperations,
  ...peopleOperations,
  ...tokenOperations,
};
