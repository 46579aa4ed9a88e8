import { z } from 'zod';
import { jsonObject, text } from '../common.js';
import { limits } from '../limits.js';
import { fieldName } from './schemas.js';

const path = text(limits.mappingPathCharacters).min(1);

/** Field names with their paths. The object is not copied, so that a field named `__proto__` is kept. */
const mappedFields = z
  .custom<Readonly<Record<string, string>>>((value) => jsonObject.safeParse(value).success, {
    error: 'must be an object of field name to path',
    abort: true,
  })
  .superRefine((fields, context) => {
    const entries = Object.entries(fields);
    if (entries.length === 0 || entries.length > limits.mappedFields) {
      context.addIssue({ code: 'custom', message: `must name 1 to ${limits.mappedFields} fields` });
      return;
    }
    for (const [name, found] of entries) {
      const issue = fieldName.safeParse(name).error?.issues[0] ?? path.safeParse(found).error?.issues[0];
      if (issue !== undefined) {
        context.addIssue({ code: 'custom', message: issue.message, path: [name] });
      }
    }
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' } });

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, { error: 'must be the name of a header' });

const signature = z.strictObject({
  header: headerName
    .optional()
    .describe('Header with the signature of the body; only optional for standard-webhooks (`webhook-signature`)'),
  scheme: z.enum(['hmac-sha256-hex', 'hmac-sha256-base64', 'standard-webhooks']),
});

function requireHeader({ header, scheme }: z.infer<typeof signature>, context: z.RefinementCtx): void {
  if (header === undefined && scheme !== 'standard-webhooks') {
    context.addIssue({ code: 'custom', message: `is required with ${scheme}`, path: ['header'] });
  }
}

const clock = z.union([path, z.strictObject({ header: headerName })], {
  error: 'must be a path, or {"header": name}',
});

/** Values of a field that mean that the source has deleted the record. */
export const deletedValues = z
  .array(z.union([text(limits.eventKindCharacters), z.number(), z.boolean()]))
  .min(1)
  .max(limits.mappedEvents)
  .describe('Values that mean deletion; absent: every value but false, 0, "no", "n", "0", "false" and empty ones');

const events = z
  .strictObject({
    path: path.optional().describe('Path of the kind of event in the body'),
    header: headerName.optional().describe('Header with the kind of event'),
    values: z
      .array(text(limits.eventKindCharacters).min(1))
      .min(1)
      .max(limits.mappedEvents)
      .describe('Kinds that are read, in the order in which they happen to a record'),
  })
  .refine((sent) => (sent.path === undefined) !== (sent.header === undefined), {
    error: 'must have either path or header',
  });

/** How the body of a delivery becomes records. Paths are JMESPath of names, `[0]` and `[*]`. */
export const mapping = z
  .object({
    records: path.optional().describe('Path of the list of records; absent: the body is one record'),
    id: path.describe("Path of the record's id"),
    write_date: z
      .union([clock, z.array(clock).min(1).max(limits.clocksPerRecord)])
      .optional()
      .describe('Path of its update clock. Of a list, each next one decides where those before it are equal'),
    fields: mappedFields.optional().describe('The fields to store, each with its path; absent: all fields'),
    events: events
      .optional()
      .describe('The kinds of event that are read; others are refused. At equal clocks a later kind wins'),
    deleted_field: z
      .union([
        path,
        z.strictObject({ path, values: deletedValues }),
        z.strictObject({ header: headerName, values: deletedValues }),
      ])
      .optional()
      .describe('Path, or values at a path or of a header, that mean that the source has deleted the record'),
    signature: signature.superRefine(requireHeader).optional(),
  })
  .meta({ id: 'Mapping' });

/** How the body of a delivery becomes records, as returned. */
export type Mapping = z.infer<typeof mapping>;

/** A mapping in a request. */
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
      .superRefine(requireHeader)
      .optional(),
  })
  .meta({ id: 'MappingUpdate' });

/** A mapping in a request. */
export type MappingBody = z.infer<typeof mappingBody>;
