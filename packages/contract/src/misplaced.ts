import { z } from 'zod';
import { elsewhere } from './common.js';

/** What a workspace does with a person's write that seems meant for another of their workspaces. */
export const guardWrites = z.enum(['say', 'ask']);

/** The header with which a personal agent lets the workspace refuse such a write until the person confirms it. */
export const guardHeader = 'x-svc-guard';

/** The query of a write that can be refused until it is confirmed. Its key is sent as a header. */
export const guardQuery = z.strictObject({
  [guardHeader]: z
    // Not a literal, which the generator of the Python client does not accept in a header.
    .string()
    .regex(/^ask$/)
    .optional()
    .describe(
      '`ask`: refuse the write as `workspace_conflict`, with `elsewhere`, if what it names is known in another workspace of ' +
        'the person and not here, and the setting `guard_writes` is `ask`',
    ),
});

/** The fields of an answer to a write that seems meant for another workspace. */
export const misplacedFields = {
  warnings: z.array(z.string()).optional().describe('Present with `elsewhere`: the same in words'),
  elsewhere: elsewhere.optional(),
};
