import { z } from 'zod';
import { timestamp, workspaceReference } from './common.js';
import { limits } from './limits.js';

/** Hours for which the earlier secret is accepted too. */
export const overlapHours = z
  .int()
  .min(0)
  .max(limits.overlapHoursMax)
  .describe('Hours for which the earlier secret works too; 0: it ends at once');

const fields = { overlap_hours: overlapHours.default(0) };

/** Body of the rotation of a secret. */
export const rotationBody = z.strictObject(fields).meta({ id: 'Rotation' });

/** The fields of a rotation, for bodies with further ones. */
export const rotationFields = fields;

/** What the answer of a rotation contains. */
export const rotated = {
  previous_expires_at: timestamp.nullable().describe('When the earlier secret ends; null: it does not work'),
};

/** An earlier secret that still works. */
export const previousSecret = z
  .object({
    expires_at: timestamp,
    last_used_at: timestamp.nullable().describe('Last use since it was replaced; null: none'),
  })
  .meta({ id: 'PreviousSecret' });

/** Answer to the early end of a previous secret; repeating it returns `ended: false`. */
export const previousEnded = z
  .object({ ended: z.boolean().describe('false: no earlier secret worked'), workspace: workspaceReference })
  .meta({ id: 'PreviousEnded' });
