import { z } from 'zod';
import { errorCodes } from './errors.js';
import { limits } from './limits.js';

/** A UUID in any letter case. */
export const uuid = z.uuid();

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A workspace as every write's answer names it. */
export const workspaceReference = z.object({ id: uuid, slug: z.string(), name: z.string() }).meta({ id: 'WorkspaceReference' });

/** A workspace as every write's answer names it. */
export type WorkspaceReference = z.infer<typeof workspaceReference>;

/** Access levels of members and assignments. */
export const accessLevel = z.enum(['read_only', 'read_write']).meta({ id: 'AccessLevel' });

/** An access level. */
export type AccessLevel = z.infer<typeof accessLevel>;

/** Roles in a workspace. */
export const role = z.enum(['admin', 'member', 'reader']).meta({ id: 'Role' });

/** A role in a workspace. */
export type Role = z.infer<typeof role>;

const pageLimit = z.coerce.number().int().min(1).max(limits.pageMax);

/** `?limit=&cursor=` of a list that always pages. */
export const pageQuery = z.strictObject({ limit: pageLimit.default(limits.pageDefault), cursor: z.string().min(1).max(1_024).optional() });

/** `?limit=&cursor=` of a list that answers everything unless a limit is given. */
export const optionalPageQuery = z.strictObject({ limit: pageLimit.optional(), cursor: z.string().min(1).max(1_024).optional() });

/** An e-mail address, trimmed and lower-cased. */
export const email = z.string().trim().toLowerCase().max(320).pipe(z.email());

/** The envelope of every error. */
export const errorEnvelope = z
  .object({
    error: z.looseObject({
      code: z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes]),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      writable_workspaces: z.array(workspaceReference).optional(),
    }),
  })
  .meta({ id: 'Error' });

/** The envelope of every error. */
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
