import { z } from 'zod';
import { nextCursor, pageQuery, pathText, text, timestamp, workspaceReference } from '../common.js';
import type { RawAnswer } from '../documents/raw.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { fieldAgreement } from './resolution.js';
import { collectionParams } from './schemas.js';

const managers = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'manage' } as const;
const writers = { credentials: workspaceCredentials, effect: 'write', workspace: 'one', permission: 'write' } as const;

/** Which matches are listed. */
export const matchState = z.enum(['open', 'same', 'different']).default('open').describe('open: not decided');

/** A decision about a match; also arguments of the tool. */
export const decisionFields = {
  decision: z.enum(['same', 'different']).nullable().describe('null: undecided again'),
  keep: text(limits.idCharacters).min(1).optional().describe('With same: the record that queries return'),
};

const match = z
  .object({
    id: z.string(),
    external_ids: z.tuple([z.string(), z.string()]),
    verdict: z.enum(['same', 'maybe']).describe('same: one would resolve to the other with `high`'),
    fields: z.array(fieldAgreement),
    decided: z
      .object({
        decision: z.enum(['same', 'different']),
        keep: z.string().optional(),
        by: z.string(),
        at: timestamp,
      })
      .optional()
      .describe('Absent: not decided'),
  })
  .meta({ id: 'RecordMatch' });

/** Two records of a collection that may describe the same thing. */
export type RecordMatch = z.infer<typeof match>;

/** Records that are probably the same, and what people decided about them. */
export const matchRoutes = {
  'collections.list_matches': defineRoute('collections.list_matches', 'GET /collections/{name}/matches', {
    operation: 'list_matches',
    summary: 'List pairs of records that may be duplicates',
    description:
      'The first call starts the comparison of all records, field by field as in `resolve_records`. From then on, ' +
      'changed records are compared in the background, and `complete` is false while some wait. A decision ends when ' +
      'one of its records is deleted or `id_field` changes.',
    policy: managers,
    params: collectionParams,
    query: pageQuery.extend({
      state: matchState,
      external_id: text(limits.idCharacters).min(1).optional().describe('Only pairs with this record'),
    }),
    answer: z
      .object({
        matches: z.array(match),
        next_cursor: nextCursor,
        complete: z.boolean().describe('Whether every change is compared'),
      })
      .meta({ id: 'RecordMatchList' }),
    errors: ['collection_not_found'],
  }),
  'collections.decide_match': defineRoute('collections.decide_match', 'POST /collections/{name}/matches/{id}', {
    operation: 'decide_match',
    summary: 'Decide whether two records are the same',
    description:
      'With `same`, the other record becomes an alias: queries that find it return the record of `keep` with `also`, ' +
      'and neither is a rival of the other. Reads by id return the record itself, and the source stays as it is. A ' +
      'pair that is `different` is listed again only if a field that was compared changes.',
    isRepeatable: true,
    policy: writers,
    params: z.strictObject({ ...collectionParams.shape, id: pathText }),
    body: z
      .strictObject(decisionFields)
      .refine(({ decision, keep }) => (decision === 'same') === (keep !== undefined), {
        path: ['keep'],
        error: 'is required with the decision same, and only with it',
      })
      .meta({ id: 'MatchDecision' }),
    answer: match.extend({ workspace: workspaceReference }).meta({ id: 'MatchDecided' }),
    errors: ['collection_not_found', 'match_not_found', 'storage_full'],
  }),
  'collections.export_matches': defineRoute('collections.export_matches', 'GET /collections/{name}/matches.csv', {
    operation: 'export_matches',
    summary: 'Download all decisions as CSV, for the source',
    policy: managers,
    params: collectionParams,
    bytes: 'answer',
    answer: z.custom<RawAnswer>().meta({ id: 'MatchDecisions', type: 'string', format: 'binary' }),
    errors: ['collection_not_found'],
  }),
} as const;
