import { apiKeyOperations } from './api-keys/operations.js';
import { explanationOperations } from './explanations/operations.js';
import { groupOperations } from './groups/operations.js';
import { memberAccessOperations } from './member-access/operations.js';
import { memberOperations } from './members/operations.js';
import { peopleOperations } from './people/operations.js';
import { readerOperations } from './readers/operations.js';
import { tokenOperations } from './tokens/operations.js';

/** Who may do what: people, their groups, magic-link readers, API keys and tokens. */
export const accessOperations = {
  ...memberOperations,
  ...memberAccessOperations,
  ...groupOperations,
  ...readerOperations,
  ...explanationOperations,
  ...apiKeyOperations,
  ...peopleOperations,
  ...tokenOperations,
};
