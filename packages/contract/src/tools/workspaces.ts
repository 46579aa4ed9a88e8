import { z } from 'zod';
import { elsewhere, uuid, workspaceReference } from '../common.js';
import { workspaceList } from '../workspaces/workspaces.js';
import { defineTool, looks } from './define.js';

/** Lists workspaces. It is the same on both surfaces, except that the personal agent adds arguments. */
export const listWorkspacesTool = defineTool('workspaces.list', {
  title: 'List workspaces',
  description:
    'Lists the workspaces you can reach, with your role in each and whether you can write there. Records of ' +
    'different workspaces are separate; name a workspace by its id where a tool takes `workspace`.',
  input: z.strictObject({}),
  annotations: looks,
  toInput: () => ({}),
});

/** The answer of the personal agent's `list_workspaces`. */
export const activeWorkspaceList = workspaceList
  .extend({
    active: workspaceReference.nullable().describe('The workspace that calls use; null: none is chosen yet'),
    pinned: z.boolean().describe('Whether this process is pinned to it'),
  })
  .meta({ id: 'ActiveWorkspaceList' });

/** The answer to a switch, or to a write in another workspace, that was not confirmed. Nothing was changed. */
export const confirmationRequired = z
  .object({
    status: z.literal('confirmation_required'),
    from: workspaceReference.describe('The active workspace, which stays'),
    to: workspaceReference.describe('The workspace that was named'),
    message: z.string(),
    elsewhere: elsewhere.optional(),
  })
  .meta({ id: 'ConfirmationRequired' });

/** The answer to a switch or a write that was not confirmed. */
export type ConfirmationRequired = z.infer<typeof confirmationRequired>;

const confirm = z.boolean().optional();
const anyWorkspace = z.string().min(1);

/** `set_active_workspace`, which exists in the personal agent only and changes nothing on the server. */
export const setActiveWorkspaceTool = {
  name: 'set_active_workspace',
  title: 'Choose the workspace to write to',
  description:
    'Chooses the workspace of later writes, and of reads that name none. Without confirm it only returns from ' +
    'where to where it would switch: show that to the user, and repeat with confirm: true if they agree.',
  input: z.strictObject({ workspace: anyWorkspace, confirm }),
  output: z.object({
    ...confirmationRequired.partial().shape,
    status: z.enum(['switched', 'unchanged', 'confirmation_required']),
    workspace: workspaceReference.optional().describe('The active workspace; absent while confirmation is required'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/**
 * The arguments that each surface adds to tools that read and to tools that write. On the relay, a write names no
 * workspace.
 */
export const surfaceArguments = {
  relay: {
    read: {
      workspace: uuid.optional().describe('Id; default: all of yours'),
    },
    write: {},
  },
  personal: {
    read: {
      workspace: anyWorkspace.optional().describe('Default: active'),
    },
    write: {
      workspace: anyWorkspace.optional().describe('Another needs confirm'),
      confirm,
    },
  },
} as const;

/** The answer of a tool that writes, in the personal agent: the route's answer, or a request for confirmation. */
export const eitherAnswer = z.looseObject({});
