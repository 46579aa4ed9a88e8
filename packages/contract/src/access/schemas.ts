import { z } from 'zod';
import { accessLevel, email, groupId, groupIds, pathText, text, timestamp, uuid, zonedTimestamp } from '../common.js';
import { displayName } from '../identity/schemas.js';
import { limits } from '../limits.js';
import { offer, offerFields } from '../offers.js';

/** `{identifier}`: a UUID or an e-mail, in any letter case. */
export const identifierParams = z.strictObject({
  identifier: pathText.describe('UUID or e-mail, in any letter case'),
});

/** Status of a member or reader. */
export const grantStatus = z.enum(['active', 'revoked']).meta({ id: 'GrantStatus' });

/** The recipient of a grant. */
export const granteeFields = {
  email,
  name: displayName.optional().describe('Default: the e-mail'),
  groups: groupIds.default([]).describe('Groups that decide what can be read; none: nothing'),
  send_email: z.boolean().default(true),
};

const grantTime = zonedTimestamp.refine((value) => !(Date.parse(value) < Date.UTC(1970, 0)), {
  error: 'must not be before 1970',
});

/** The start and end of a grant. */
export const grantTimes = {
  starts_at: grantTime.nullish().describe('Nothing can be read before this time; null: access starts at once'),
  expires_at: grantTime
    .nullish()
    .describe('Nothing can be read from this time on, and the seat becomes free; null: the grant does not expire'),
};

/** The source that a call speaks for, and the time of its statement. */
export const sourceFields = {
  source: text(limits.sourceCharacters)
    .min(1)
    .nullish()
    .describe(
      'What the grant depends on, such as `stripe:sub_123`. The call states the share of this source only; null: the ' +
        'share that is granted by hand',
    ),
  as_of: grantTime
    .optional()
    .describe(
      'When this became true at the source, to the microsecond; default: now. Older than the last statement of the ' +
        'source: the result is `stale` and nothing changes. At equal times, an end wins, otherwise the later call',
    ),
};

/** The path and query of a call that ends the share of one source. */
export const endOfSource = {
  params: identifierParams.extend({
    source: text(limits.sourceCharacters).min(1).describe('The source, percent-encoded'),
  }),
  query: z.strictObject({ as_of: sourceFields.as_of }),
};

/** The result of ending the share of a source. */
export const endResult = z
  .enum(['revoked', 'unchanged', 'stale'])
  .describe('`unchanged`: the source granted nothing; its end is remembered, so that an older grant is `stale`');

/** What one source grants. */
export const sourceShare = z
  .object({
    source: z.string().nullable().describe('null: granted by hand'),
    groups: z.array(groupId),
    access: accessLevel,
    starts_at: timestamp.nullable(),
    expires_at: timestamp.nullable(),
    as_of: z.iso.datetime().describe('The time of its last statement, to the microsecond'),
    live: z.boolean().describe('Whether it lets the person read now'),
  })
  .meta({ id: 'SourceShare' });

/** What one source grants. */
export type SourceShare = z.infer<typeof sourceShare>;

/** The times of a grant in an answer. */
export const shownTimes = {
  starts_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  expired: z.boolean().describe('Whether the grant has expired: nothing can be read and no seat is taken'),
};

/** Ids of an identity's groups. */
export const groupIdList = z.array(groupId);

/** Glob patterns of documents, as sent. Invalid ones are `invalid_pattern` and `match_all_pattern`. */
export const groupPaths = z
  .array(text(limits.patternCharacters).min(1))
  .min(1)
  .max(limits.patternsPerGroup)
  .describe(
    'Relative, case-sensitive glob patterns such as handbook/**. * and ? match within a folder, ** alone ' +
      'between slashes matches across folders, [a-z], [!a-z] and {a,b} are alternatives; dot files match too. ' +
      'Refused: .., a leading / or !, backslashes, extended globs, {1..9}, and patterns without a literal letter ' +
      'or digit',
  );

/** What a group shows to people who do not have it. */
export const sellingFields = {
  public: z
    .boolean()
    .describe('Anyone can read what its paths match, without a credential; one public group per workspace'),
  for_sale: z
    .boolean()
    .describe('Whether its documents are shown as locked, with the offer of the workspace, if that shows locked ones'),
  offer: z
    .strictObject(offerFields)
    .nullish()
    .describe("The offer of its locked documents, which puts it on sale; null: the workspace's own offer"),
};

/** A group. */
export const group = z
  .object({
    id: uuid,
    name: z.string(),
    description: z.string().nullable(),
    paths: z.array(z.string()),
    members: z.int().min(0).describe('Number of holders'),
    public: z.boolean().describe('Whether anyone can read what its paths match'),
    for_sale: z.boolean().describe('Whether it is on sale with the offer of the workspace'),
    offer: offer.nullable().describe("null: the workspace's own offer"),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Group' });

/** A group. */
export type Group = z.infer<typeof group>;

/** One group to assign, with its access. */
export const assignment = z.strictObject({ group_id: groupId, access: accessLevel }).meta({ id: 'Assignment' });

/** One assigned group. */
export const accessEntry = z
  .object({ group_id: uuid, name: z.string(), paths: z.array(z.string()), access: accessLevel })
  .meta({ id: 'AccessEntry' });

/** One assigned group. */
export type AccessEntry = z.infer<typeof accessEntry>;
