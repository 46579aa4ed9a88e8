import { z } from 'zod';
import { count, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { confidence } from './schemas.js';

const shown = limits.replayedQueries.toLocaleString('en-US');

/** The body key of a change that is only tried. */
export const dryRun = z
  .boolean()
  .optional()
  .describe('Store nothing; list logged queries with another record or verdict. Needs `manage`');

/** What a description says about `dry_run`. */
export const dryRunDescription =
  `With \`dry_run\`, nothing is stored: up to ${shown} different queries of the log, the newest first, are ` +
  'answered with the change, and those with another record or verdict are returned. `replayed` is the number of ' +
  'queries for which there was time.';

const answered = z.object({ confidence, external_id: z.string().nullable().describe('The first result') });

/** The effect that a change would have on logged queries. */
export const forecast = z
  .object({
    dry_run: z.literal(true),
    replayed: count,
    changes: z
      .array(z.object({ query: z.string(), before: answered, after: answered }))
      .describe('The queries with another record or verdict, the newest first'),
    counts: z.object({
      better: count.describe('Changes from `none` to `low` or `high`, or from `low` to `high`'),
      worse: count.describe('Changes in the other direction'),
      other: count.describe('Another record with the same verdict'),
    }),
    workspace: workspaceReference,
  })
  .meta({ id: 'Forecast' });

/** The effect that a change would have on logged queries. */
export type Forecast = z.infer<typeof forecast>;
