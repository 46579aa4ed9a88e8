import { z } from 'zod';
import { addressProblem, canonicalAddress } from './email-address.js';
import { errorCodes } from './errors.js';
import { codedIssue } from './issues.js';
import { limits } from './limits.js';

/** A UUID in any letter case. */
export const uuid = z.guid();

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A time in a request, with any offset. */
export const zonedTimestamp = z.iso
  .datetime({ offset: true, error: 'must be a time with a time zone, such as 2026-01-31T10:00:00Z' })
  // In UTC, a later time has no four-digit year, which responses use.
  .refine((value) => !(Date.parse(value) >= Date.UTC(10_000, 0)), { error: 'must be before the year 10000 in UTC' })
  .describe('ISO 8601 with a time zone');

// PostgreSQL cannot store NUL, and a lone surrogate is invalid text. Refuse both here, before the database fails with
// an error.
const storable = (value: string): boolean => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

/** How many characters (code points) a string has. */
const characters = (value: string): number => Array.from(value).length;

/** Text of at most `max` characters (code points) that can be stored. */
export function text(max: number) {
  return z
    .string()
    .refine(storable, { error: 'must not contain NUL or a lone surrogate' })
    .refine((value) => value.length <= max || (value.length <= 2 * max && characters(value) <= max), {
      error: `must be at most ${max} characters`,
    })
    .meta({ maxLength: max });
}

/** Trimmed text of 1 to `max` characters. */
export function label(max: number) {
  return z.string().trim().min(1).pipe(text(max)).meta({ type: 'string', minLength: 1, maxLength: max });
}

/** A path parameter that can be any text. An unknown one leads to the 404 of its resource. */
export const pathText = z.string().min(1).refine(storable, { error: 'must not contain NUL or a lone surrogate' });

/** A JSON object with any keys. It is passed on unchanged, because a copy could lose keys. */
export const jsonObject = z
  .custom<Readonly<Record<string, unknown>>>(isJsonObject, { error: 'must be an object' })
  .meta({ type: 'object', additionalProperties: true });

// A parsed object is recognised by its prototype: an array and an exact number are objects too.
function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The workspace in the answer of every write. */
export const workspaceReference = z
  .object({ id: uuid, slug: z.string(), name: z.string() })
  .meta({ id: 'WorkspaceReference', description: 'The workspace in which a write landed.' });

/** The workspace in the answer of every write. */
export type WorkspaceReference = z.infer<typeof workspaceReference>;

/** Access levels of members and assignments, weakest first. */
export const accessLevels = ['read_only', 'read_write'] as const;

/** An access level. */
export type AccessLevel = (typeof accessLevels)[number];

/** An access level. An invalid one is reported as `invalid_access`, a missing one as an ordinary issue. */
export const accessLevel = z
  .custom<AccessLevel>()
  .superRefine((value, context) => {
    if (value === undefined) {
      context.addIssue({ code: 'custom', message: 'is required' });
    } else if (!accessLevels.includes(value)) {
      context.addIssue(codedIssue('invalid_access', `An access level must be ${accessLevels.join(' or ')}.`));
    }
  })
  .meta({ id: 'AccessLevel', type: 'string', enum: [...accessLevels] });

/** Roles in a workspace. */
export const role = z.enum(['admin', 'member', 'reader']).meta({ id: 'Role' });

/** A role in a workspace. */
export type Role = z.infer<typeof role>;

/** A whole number in a query string, between `min` and `max`. */
export function queryInteger(min: number, max: number) {
  // Only digits are accepted, because other notations (1e3, 0x50) are more likely mistakes.
  return z.preprocess(
    (value: number | string) => (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

/** `true` or `false` in a query string. */
export const queryBoolean = z.preprocess(
  (value: boolean | 'true' | 'false') => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

const pageLimit = queryInteger(1, limits.pageMax).describe('Entries a page holds');
/** `?cursor=` of a list. */
export const pageCursor = z
  .string()
  .min(1)
  .max(limits.cursorCharacters)
  .optional()
  .describe('`next_cursor` of the page before');

/** `?limit=&cursor=` of a list that always pages. */
export const pageQuery = z.strictObject({ limit: pageLimit.default(limits.pageDefault), cursor: pageCursor });

/** `?limit=&cursor=` of a list that returns everything unless a limit is given. */
export const optionalPageQuery = z.strictObject({ limit: pageLimit.optional(), cursor: pageCursor });

/** Number of entries in the whole list, on all pages. */
export const count = z.int().min(0);

/** The cursor of the next page; null after the last one. */
export const nextCursor = z.string().nullable();

/** `next_cursor` of a list that pages only when a `limit` was given; absent otherwise. */
export const optionalNextCursor = nextCursor.optional();

/**
 * An e-mail address, trimmed and in lower case. Its name is a dot-atom of RFC 5322 in ASCII. An international domain is
 * converted to ASCII (`xn--`).
 */
export const email = z
  .string()
  .trim()
  .max(320)
  .transform((value, context) => {
    const address = canonicalAddress(value);
    if (address === undefined) {
      context.addIssue({ code: 'custom', message: addressProblem(value) });
    }
    return address ?? z.NEVER;
  })
  .meta({ id: 'Email', type: 'string', format: 'email' });

/** The id of a group. An unknown id is reported as `group_not_found`. */
export const groupId = z.string().min(1);

/** Groups by id; duplicates collapse. */
export const groupIds = z.array(groupId).max(limits.groupsPerIdentity);

/** Requires that a body changes something. */
export function changesSomething<Body extends z.ZodObject>(body: Body): Body {
  return body.refine((value) => Object.values(value).some((entry) => entry !== undefined), {
    error: 'nothing to change: send at least one key',
  });
}

/** Other workspaces of the person in which most of the names of a write are known. */
export const elsewhere = z
  .array(
    z.object({
      workspace: workspaceReference,
      known: count.describe('How many of them are known there'),
      of: count.describe(`How many of the write were compared, at most ${limits.comparedKeys}`),
    }),
  )
  .describe(
    "Other workspaces of the person in which most ids or paths of this write are known, and none only here. Only for a person's agent, assistant or personal token",
  );

/** Other workspaces of the person in which most of the names of a write are known. */
export type Elsewhere = z.infer<typeof elsewhere>;

/** The envelope of every error. */
export const errorEnvelope = z
  .object({
    error: z.looseObject({
      code: z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes]),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      writable_workspaces: z.array(workspaceReference).optional(),
      required: z.string().optional().describe('The capability that the API key lacks'),
      operation: z.string().optional().describe('The operation that is not allowed on the collection'),
      field: z.string().nullable().optional().describe('The field of a refused record'),
      current: z
        .object({ blob: z.string(), updated_at: timestamp, updated_by: z.string() })
        .nullable()
        .optional()
        .describe('The current document; null: none'),
      hint: z.string().nullable().optional().describe('How to fix a refused record'),
      count: z.int().optional().describe('How many records are in conflict or would be tombstoned, or members revoked'),
      elsewhere: elsewhere.optional(),
      examples: z.array(z.string()).optional().describe('Ids or e-mails of the first of them'),
    }),
  })
  .meta({ id: 'Error' });
