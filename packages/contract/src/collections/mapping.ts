import { z } from 'zod';
import { jsonObject, text } from '../common.js';
import { limits } from '../limits.js';
import { fieldName } from './schemas.js';

const path = text(limits.mappingPathCharacters).min(1);

/** Field name to path; not copied, so that a field of any name survives. */
const mappedFields = z
  .custom<Readonly<Record<string, string>>>((value) => jsonObject.safeParse(value).success, {
    error: 'must be an object of field name to path',
    abort: true,
  })
  .superRefine((fields, context) => {
    const entries = Object.entries(fields);
    if (entries.length === 0 || entries.length > limits.mappedFields) {
      context.addIssue({ code: 'custom', message: `must name 1 to ${limits.mappedFields} fields` });
    }
    for (const [name, found] of entries) {
      const issue = fieldName.safeParse(name).error?.issues[0] ?? path.safeParse(found).error?.issues[0];
      if (issue !== undefined) {
        context.addIssue({ code: 'custom', message: issue.message, path: [name] });
      }
    }
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' } });

const signature = z.strictObject({
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, { error: 'must be the name of a header' })
    .describe('Header with the signature of the body as sent'),
  scheme: z.enum(['hmac-sha256-hex', 'hmac-sha256-base64']),
});

/** How the body of a delivery becomes records. Paths are JMESPath of names, `[0]` and `[*]`. */
export const mapping = z
  .object({
    records: path.optional().describe('Path of the list of records; absent: the body is one record'),
    id: path.describe("Path of the record's id"),
    write_date: path.optional().describe('Path of its update clock'),
    fields: mappedFields.optional().describe('The fields to store, each with its path; absent: all fields'),
    signature: signature.optional(),
  })
  .meta({ id: 'Mapping' });

/** How the body of a delivery becomes records, as answers show it. */
export type Mapping = z.infer<typeof mapping>;

/** A mapping as it is set. */
export const mappingBody = z
  .strictObject({
    ...mapping.shape,
    signature: signature
      .extend({
        secret: text(limits.signatureSecretCharacters)
          .min(1)
          .optional()
          .describe('Write-only. Required at first; if omitted later, the stored secret is kept'),
      })
      .optional(),
  })
  .meta({ id: 'MappingUpdate' });

/** A mapping as it is set. */
export type MappingBody = z.infer<typeof mappingBody>;
