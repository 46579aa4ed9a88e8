import { z } from 'zod';
import { timestamp } from '../common.js';
import { credentialKinds } from '../policy.js';
import { defineRoute } from '../route.js';

/** Routes that discover the service and check its health. */
export const healthRoutes = {
  'health.get': defineRoute('health.get', 'GET /health', {
    summary: 'Show what this service is and whether it works',
    description: 'Returns 503 with the same shape and `status: "degraded"` while a part is unavailable.',
    policy: { credentials: credentialKinds, effect: 'read', workspace: 'none' },
    mayBeDegraded: true,
    answer: z
      .object({
        status: z.enum(['ok', 'degraded']),
        failing: z.string().optional().describe('The unavailable part; only when degraded'),
        name: z.string(),
        version: z.string(),
        commit: z.string().nullable().describe('The commit that was built; null if the build had no git'),
        api: z.record(z.string(), z.string()).describe('Addresses by name'),
        time: timestamp,
      })
      .meta({ id: 'Health' }),
  }),
} as const;
