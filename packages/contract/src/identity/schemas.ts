import { z } from 'zod';
import { collectionAccess } from '../collections/schemas.js';
import {
  accessLevel,
  groupId,
  groupIds,
  label,
  pathText,
  role,
  timestamp,
  uuid,
  workspaceReference,
  zonedTimestamp,
} from '../common.js';
import { limits } from '../limits.js';
import { capabilities } from '../policy.js';
import { previousSecret } from '../rotation.js';

/** A name that people see: 1-200 characters. */
export const displayName = label(limits.nameCharacters);

/** `{id}` in a settings or operator route. An unknown id leads to the 404 of its resource. */
export const idParams = z.strictObject({ id: pathText });

/** A capability of an API key. */
export const capability = z.enum(capabilities).meta({ id: 'Capability' });

/** Body of an API key's creation: a single capability or several. */
export const apiKeyBody = z
  .strictObject({
    name: displayName,
    capability: capability.optional().describe('One capability; send this or capabilities'),
    capabilities: z.array(capability).min(1).optional().describe('Several capabilities; duplicates collapse'),
  })
  .refine((body) => (body.capability === undefined) !== (body.capabilities === undefined), {
    error: 'send either capability or capabilities',
    path: ['capabilities'],
  })
  .meta({ id: 'ApiKeyCreate' });

const apiKeyFields = {
  id: uuid,
  name: z.string(),
  capability: capability.describe('The primary (first) capability, kept for older callers'),
  capabilities: z.array(capability),
};

/** An API key with its secret, which is shown only once. */
export const apiKeySecret = z
  .object({ ...apiKeyFields, secret: z.string().describe('svc_ak_...; shown once'), workspace: workspaceReference })
  .meta({ id: 'ApiKeySecret' });

/** The visible part of a secret after its creation. */
export const secretHint = z.string().describe('Prefix and last four characters of the secret');

const credentialState = {
  hint: secretHint,
  status: z.enum(['active', 'revoked', 'expired']),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  previous: previousSecret.nullable().describe('The earlier secret while it still works'),
};

/** An API key without its secret. */
export const apiKey = z.object({ ...apiKeyFields, ...credentialState }).meta({ id: 'ApiKey' });

/**
 * Body of a pinned token's creation. Without `groups`, the token is not confined; a token for a reader then reads
 * nothing. `expires_at` must be in the future.
 */
export const tokenBody = z
  .strictObject({
    name: displayName.describe('The agent identity in the audit log'),
    role,
    access: accessLevel,
    collections: collectionAccess
      .default('manage')
      .describe('The most that the token may do in any collection; its role, access and groups may allow less'),
    groups: groupIds
      .nullish()
      .describe(
        'Confines the token to these groups; absent or null: not confined, except the role reader, which then reads nothing',
      ),
    expires_at: zonedTimestamp.optional(),
  })
  .meta({ id: 'TokenCreate' });

const tokenFields = {
  id: uuid,
  name: z.string(),
  role,
  access: accessLevel,
  collections: collectionAccess.describe('The most that the token may do in any collection'),
  groups: z.array(groupId).nullable().describe('null: not confined to groups'),
  expires_at: timestamp.nullable(),
};

/** A pinned token with its secret, which is shown only once. */
export const tokenSecret = z
  .object({ ...tokenFields, secret: z.string().describe('svc_tk_...; shown once'), workspace: workspaceReference })
  .meta({ id: 'TokenSecret' });

/** A pinned token without its secret. */
export const token = z.object({ ...tokenFields, ...credentialState }).meta({ id: 'Token' });

/** Answer to a revocation in the settings; repeating it returns the same. */
export const credentialRevoked = z
  .object({ id: uuid, status: z.literal('revoked'), workspace: workspaceReference })
  .meta({ id: 'CredentialRevoked' });

/** A workspace with the settings of its operator. */
export const workspaceState = z
  .object({
    id: uuid,
    slug: z.string(),
    name: z.string(),
    reader_seats: z.int().min(0),
    seats_used: z.int().min(0),
    billing_active: z.boolean(),
    suspended: z.boolean().describe('Reads work, writes are refused'),
    query_log_days: z.int().describe('Days for which queries of collections are kept; 0: none'),
  })
  .meta({ id: 'WorkspaceState' });
