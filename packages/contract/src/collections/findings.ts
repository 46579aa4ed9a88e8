import { z } from 'zod';
import { count, optionalNextCursor, optionalPageQuery, pathText, workspaceReference } from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { finding } from './configuration.js';
import { collectionParams } from './schemas.js';

const manage = { credentials: workspaceCredentials, workspace: 'one', permission: 'manage' } as const;

/** Routes of findings: violations of the field rules that were accepted. */
export const findingRoutes = {
  'collections.list_findings': defineRoute('collections.list_findings', 'GET /collections/{name}/findings', {
    operation: 'list_findings',
    summary: 'List contract violations, aggregated per field, latest first',
    description: 'Declaring a field clears its finding.',
    policy: { ...manage, effect: 'read' },
    params: collectionParams,
    query: optionalPageQuery,
    answer: z
      .object({ findings: z.array(finding), count, next_cursor: optionalNextCursor })
      .meta({ id: 'FindingList' }),
    errors: ['collection_not_found', 'operation_not_allowed'],
  }),
  'collections.dismiss_finding': defineRoute(
    'collections.dismiss_finding',
    'DELETE /collections/{name}/findings/{id}',
    {
      operation: 'dismiss_finding',
      summary: 'Dismiss a finding until it occurs again',
      policy: { ...manage, effect: 'write' },
      params: z.strictObject({ ...collectionParams.shape, id: pathText }),
      answer: z
        .object({ id: z.string(), dismissed: z.literal(true), workspace: workspaceReference })
        .meta({ id: 'FindingDismissed' }),
      errors: ['collection_not_found', 'operation_not_allowed', 'finding_not_found'],
    },
  ),
} as const;
