import { z } from 'zod';
import { elsewhere, jsonObject, queryBoolean, text, timestamp, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { documentPath } from './path.js';

/** Git's id of a document's content: SHA-1 as 40 hexadecimal digits. */
export const blobId = z.string().regex(/^[0-9a-f]{40}$/, { error: 'must be 40 hexadecimal digits' });

/** The content that the caller last saw. With it, no change by someone else is overwritten. */
export const base = z
  .union([blobId, z.literal('any'), z.null()], { error: 'must be the blob last seen, null for a new document, or any' })
  .meta({
    id: 'Base',
    description: 'The blob that the caller last read; null: a new document; any: overwrite any version',
  });

/** `base` in a query string, where an empty value means null. */
export const baseInQuery = z
  .string()
  .transform((value) => (value === '' ? null : value))
  .pipe(base)
  .meta({ type: 'string', description: 'The blob that the caller last read, or any' });

/** A document's text in a request. Invalid text (a lone surrogate) is refused. */
export const sentText = z
  .string()
  .refine((value) => !/\p{Surrogate}/u.test(value), { error: 'must not contain a lone surrogate' });

/** The reason of a change, which becomes the commit's message. */
export const changeMessage = text(limits.commitMessageCharacters).describe('Default: a line that describes the change');

/** Where an entry is listed in its folder. */
export const position = z
  .number()
  .nullable()
  .describe(
    'As stated by `sidebar_position`, `nav_order` or the `_category_.json` of a folder; null: by name, after these',
  );

const entryFields = {
  path: z.string(),
  title: z.string().describe('The first heading, or the name of the file'),
  media_type: z.string(),
  size: z.int().min(0).describe('Bytes'),
  blob: blobId,
  updated_at: timestamp,
  updated_by: z.string(),
  position,
};

/** A document without its content. */
export const documentEntry = z.object(entryFields).meta({ id: 'DocumentEntry' });

/** A document without its content. */
export type DocumentEntry = z.infer<typeof documentEntry>;

/** Names a version of a document. */
export const versionId = uuid.describe('A version of the document, as its history gives it');

/** A problem of a document's text, with its position. */
export const documentWarning = z
  .object({
    line: z.int().min(1),
    column: z.int().min(1),
    message: z.string(),
  })
  .meta({ id: 'DocumentWarning' });

/** Why the results of a search can be incomplete. Absent if they are complete. */
export const searchWarnings = z
  .array(z.object({ message: z.string() }))
  .optional()
  .describe('If documents are still being indexed: some can be missing from the results');

/** A document with its text. */
export const documentContent = z
  .object({
    ...entryFields,
    version: uuid,
    front_matter: jsonObject.nullable().describe('The YAML front matter'),
    warnings: z.array(documentWarning).optional().describe('Front matter that cannot be read and stays text'),
    text: z.string().nullable().describe('null: not text; fetch it from /raw'),
    next_offset: z.int().nullable().describe('Offset of the next part if an offset was sent; null at the end'),
    can_write: z.boolean(),
  })
  .meta({ id: 'DocumentContent' });

/** A document with its text. */
export type DocumentContent = z.infer<typeof documentContent>;

/** How a version was created. */
export const versionStatuses = ['added', 'changed', 'moved', 'deleted', 'restored'] as const;

/** How a version was created. */
export type VersionStatus = (typeof versionStatuses)[number];

/** One version in a document's history. */
export const documentVersion = z
  .object({
    id: uuid,
    path: z.string().describe('Path of the document at that time'),
    status: z.enum(versionStatuses),
    size: z.int().min(0).nullable().describe('In bytes; null for a deletion'),
    at: timestamp,
    by: z.string(),
    message: z.string().nullable().describe('null if the change includes documents that the caller cannot read'),
    commit: z.string().optional().describe("Git's id of the change; only for callers who can read the whole repo"),
  })
  .meta({ id: 'DocumentVersion' });

/** One version in a document's history. */
export type DocumentVersion = z.infer<typeof documentVersion>;

/** The result of a write. `unchanged` means that the content was identical, so no version was created. */
export const writeStatus = z.enum([...versionStatuses, 'unchanged']);

/** The answer to every write of one document. */
export const documentWritten = z
  .object({
    document: documentEntry,
    version: uuid,
    status: writeStatus,
    warnings: z
      .array(z.union([documentWarning, z.string()]))
      .describe('Front matter that stays text; a name that Windows cannot store; `elsewhere` in words'),
    elsewhere: elsewhere.optional(),
    workspace: workspaceReference,
  })
  .meta({ id: 'DocumentWritten' });

/** `?path=` of a document. */
export const pathQuery = z.strictObject({ path: documentPath });

/** `?path=` of a document and, optionally, one of its versions. */
export const versionQuery = pathQuery.extend({ version: versionId.optional() });

/** `?locked=true` of a list. */
export const lockedQuery = queryBoolean
  .default(false)
  .describe('Whether to list documents as well that the workspace offers to callers who cannot read them');

/** A broken link of a document. */
export const deadLink = z
  .object({
    line: z.int().min(1).nullable().describe('null: written as HTML'),
    target: z.string().describe('The path or name that it leads to'),
  })
  .meta({ id: 'DeadLink' });

/** One heading of a rendered document. */
export const heading = z
  .object({ level: z.int().min(1).max(6), text: z.string(), id: z.string().describe('Anchor in the HTML') })
  .meta({ id: 'Heading' });

/** A document as safe HTML. */
export const renderedDocument = z
  .object({
    title: z.string(),
    html: z.string().nullable().describe('null: shown as text, or not rendered yet, for the reason given'),
    toc: z.array(heading),
    warnings: z.array(documentWarning).describe('Front matter that cannot be read and stays text'),
    dead_links: z.array(deadLink).describe('Links to pages that do not exist or that the caller cannot read'),
    reason: z
      .enum(['not_text', 'pending', 'too_large', 'too_deep', 'too_slow'])
      .optional()
      .describe('`pending`: still being rendered, so ask again; until then `html`, if any, is of an earlier version'),
  })
  .meta({ id: 'RenderedDocument' });

/** A document as safe HTML. */
export type RenderedDocument = z.infer<typeof renderedDocument>;
