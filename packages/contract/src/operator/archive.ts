import { z } from 'zod';
import { groupPaths } from '../access/schemas.js';
import { collectionDescription, configurationBody } from '../collections/configuration.js';
import { collectionName, filters } from '../collections/schemas.js';
import { accessLevel, email, jsonObject, role, text, uuid, zonedTimestamp } from '../common.js';
import { repoName } from '../documents/path.js';
import { language } from '../identity/languages.js';
import { displayName } from '../identity/schemas.js';
import { embedHost, workspaceColor, workspaceDirectory, workspaceLogo } from '../identity/workspace-settings.js';
import { limits } from '../limits.js';
import { guardWrites } from '../misplaced.js';
import { offerFields } from '../offers.js';
import { workspaceSlug } from './operator.js';

/** How an archive of a workspace identifies itself. */
export const archiveFormat = { format: 'tessera-workspace', version: 1 } as const;

const time = zonedTimestamp;
const storedText = text(limits.descriptionCharacters);
/** Names in audit entries are kept even if they exceed the present limits. */
const entryText = text(10_000);
/** The order of a record, which can contain as many values as a clock. Only the length of a line limits it. */
const orderText = text(limits.importLineBytes);
const id = text(limits.idCharacters).min(1);
const offer = z.strictObject(offerFields);
const description = text(limits.descriptionCharacters).nullable();

/** The first file of an archive. */
export const archiveManifest = z.object({
  format: z.literal(archiveFormat.format),
  version: z.literal(archiveFormat.version),
  exported_at: time,
  workspace: z.strictObject({
    slug: workspaceSlug,
    name: displayName,
    reader_seats: z.int().min(0).max(10_000_000),
    billing_active: z.boolean(),
    suspended: z.boolean(),
    query_log_days: z.int().min(0).max(limits.queryLogDaysMax),
    color: workspaceColor.nullable(),
    logo: workspaceLogo.nullable(),
    language,
    embeds: z.array(embedHost).max(limits.embedHosts).default([]),
    guard_writes: guardWrites.default('say'),
    directory: workspaceDirectory.nullable().default(null),
    show_locked: z.boolean(),
    ...offerColumns(),
  }),
});

/** The workspace of an archive. */
export type ArchivedWorkspace = z.infer<typeof archiveManifest>['workspace'];

function offerColumns() {
  return { offer_text: offer.shape.text.default(null), offer_url: offer.shape.url.default(null) };
}

const assignedGroups = z.array(
  z.strictObject({
    id: uuid,
    access: accessLevel,
    source: text(limits.sourceCharacters).default(''),
    starts_at: time.nullable().default(null),
    expires_at: time.nullable().default(null),
  }),
);
const status = z.enum(['active', 'revoked']);

/** The schema of one line, for each file of an archive that consists of lines. */
export const archiveLines = {
  groups: z.strictObject({
    id: uuid,
    name: displayName,
    description,
    paths: groupPaths,
    public: z.boolean(),
    for_sale: z.boolean().default(false),
    ...offerColumns(),
    created_at: time,
    updated_at: time,
  }),
  members: z.strictObject({
    id: uuid,
    email,
    name: displayName,
    role,
    access: accessLevel,
    status,
    confined: z.boolean(),
    groups: assignedGroups,
    created_at: time,
    revoked_at: time.nullable(),
    starts_at: time.nullable(),
    expires_at: time.nullable(),
    recorded_expiry: time.nullable(),
    revoked_as_of: time.nullable().default(null),
  }),
  readers: z.strictObject({
    id: uuid,
    email,
    name: displayName,
    status,
    groups: assignedGroups,
    created_at: time,
    revoked_at: time.nullable(),
    expires_at: time.nullable(),
    last_seen_at: time.nullable(),
    start: storedText.nullable(),
    revoked_as_of: time.nullable().default(null),
  }),
  shares: z.strictObject({
    id: uuid,
    holder_kind: z.enum(['membership', 'reader']),
    email,
    source: text(limits.sourceCharacters),
    role,
    access: accessLevel,
    confined: z.boolean(),
    starts_at: time.nullable(),
    expires_at: time.nullable(),
    as_of: time,
    ended_at: time.nullable(),
  }),
  audit: z.strictObject({
    id: uuid,
    at: time,
    action: entryText,
    actor: z.strictObject({ kind: entryText, id: entryText, name: entryText, device: entryText.nullable() }),
    target: entryText.nullable(),
    detail: jsonObject,
    request_id: entryText.nullable(),
    record_version: uuid.nullable().default(null),
  }),
  writes: z.strictObject({
    version: uuid,
    at: time,
    actor: z.strictObject({ kind: entryText, id: entryText, name: entryText }),
    request_id: entryText.nullable(),
  }),
  records: z.strictObject({
    external_id: id,
    attributes: jsonObject,
    write_date: time.nullable(),
    write_order: orderText.nullable(),
    id_spelling: storedText.nullable(),
    version: uuid,
    created_at: time,
    updated_at: time,
  }),
  deleted: z.strictObject({
    external_id: id,
    deleted_at: time,
    write_date: time.nullable(),
    write_order: orderText.nullable(),
    version: uuid,
    created_at: time,
  }),
  confirmations: z.strictObject({ external_id: id, confirmed_at: time }),
  commits: z.strictObject({
    oid: z.string().regex(/^[0-9a-f]{40}$/),
    at: time,
    author: entryText,
    actor_kind: entryText,
    actor_id: entryText,
  }),
  corrections: z.strictObject({
    id: uuid,
    query: text(limits.queryCharacters),
    record: jsonObject.nullish(),
    external_id: id.nullable(),
    slice_hash: storedText.nullable(),
    by: entryText,
    at: time,
  }),
  matches: z.strictObject({
    id: uuid,
    one: id,
    other: id,
    verdict: z.enum(['same', 'maybe']),
    fields: z.array(jsonObject),
    compared: entryText,
    decision: z.enum(['same', 'different']),
    keep: id.nullable(),
    by: entryText,
    at: time,
  }),
  views: z.strictObject({
    id: uuid,
    owner: entryText,
    by: entryText,
    shared: z.boolean(),
    name: storedText,
    filters: jsonObject.nullable(),
    query: text(limits.queryCharacters).nullable(),
    order: storedText.nullable(),
    updated_at: time,
  }),
  grants: z.strictObject({
    group_id: uuid,
    permission: z.enum(['read', 'write']),
    filter: filters,
    created_at: time,
    updated_at: time,
  }),
} as const;

/** The configuration of a collection in an archive. */
export const archivedCollection = z.strictObject({
  name: collectionName,
  description: collectionDescription.nullable(),
  configuration: jsonObject,
  synonyms: configurationBody.shape.synonyms.unwrap(),
  field_order: z.array(storedText).max(limits.fieldsPerRecord).default([]),
  created_at: time,
  updated_at: time,
});

/** A repo in an archive; its history is a bundle. */
export const archivedRepo = z.strictObject({
  name: repoName,
  description,
  created_at: time,
  portable_names: z.boolean().default(false),
  has_commits: z.boolean(),
});
