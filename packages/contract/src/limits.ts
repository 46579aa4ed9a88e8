import { accessLimits } from './limits/access.js';
import { collectionLimits } from './limits/collections.js';
import { documentLimits } from './limits/documents.js';
import { requestLimits } from './limits/requests.js';
import { webhookLimits } from './limits/webhooks.js';

/** Limits that clients can rely on, defined only here. */
export const limits = {
  ...requestLimits,
  ...accessLimits,
  ...collectionLimits,
  ...documentLimits,
  ...webhookLimits,
} as const;
