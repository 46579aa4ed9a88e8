import { apiKeyOperations } from './api-keys/operations.js';
import { groupOperations } from './groups/operations.js';
import { memberAccessOperations } from './member-access/operations.js';
import { memberOperations } from './members/operations.js';
import { readerOperations } from './readers/operations.js';

/** Who may read what: members, their access, groups, readers, and the API keys that manage them. */
export const accessOperations = {
  ...memberOperations,
  ...memberAccessOperations,
  ...groupOperations,
  ...readerOperations,
  ...apiKeyOperations,
};
