import { usageFailure } from '../failure.js';
import type { CallInput } from '../session/session.js';
import type { Family } from './family.js';
import { groupOption, nameOption, sendEmailOption } from './members.js';
import { type Invocation, operationCommand } from './operation-command.js';
import { signInCommands } from './sign-ins.js';

const personKeys = ['id', 'email', 'name', 'role', 'status', 'pending', 'groups', 'access'];

/** Options to add a person to a workspace, for admins and operators. */
export const personOptions = {
  name: nameOption,
  role: { help: 'Role in the workspace' },
  groups: { ...groupOption, help: 'Confines an editor to this group; repeat for more' },
} as const;

/** Displayed keys of an added person. */
export const personView = { keys: personKeys } as const;

/** The people of a workspace. */
export const people: Family = {
  name: 'people',
  description: 'The people of the workspace: admins, editors and members. For admins.',
  examples: ['svc people list', 'svc people add grace@example.com --role member'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'people.list',
      examples: ['svc people list'],
      view: { list: 'people', columns: personKeys },
    }),
    operationCommand({
      name: 'add',
      operation: 'people.add',
      positional: ['email'],
      options: { ...personOptions, send_email: sendEmailOption },
      examples: [
        'svc people add grace@example.com --role member',
        'svc people add eve@example.com --role member --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11 --access read_only',
      ],
      view: { keys: [...personKeys, 'email_sent'] },
    }),
    operationCommand({
      name: 'update',
      operation: 'people.update',
      options: {
        name: { help: 'New display name' },
        role: { help: 'New role' },
        access: { help: 'New access level of the groups, for editors' },
        groups: { ...groupOption, help: 'Confine an editor to this group; replaces all groups; repeat for more' },
      },
      extend: (command) => command.option('--unconfined', 'Lift the confinement of an editor to groups'),
      complete: withoutConfinement,
      examples: [
        'svc people update 9c1d2e3f-6a5b-4c7d-8e9f-0a1b2c3d4e5f --role admin',
        'svc people update 9c1d2e3f-6a5b-4c7d-8e9f-0a1b2c3d4e5f --unconfined',
      ],
      view: personView,
    }),
    operationCommand({
      name: 'invite',
      operation: 'people.invite',
      examples: ['svc people invite 9c1d2e3f-6a5b-4c7d-8e9f-0a1b2c3d4e5f'],
      view: { keys: ['id', 'email', 'email_sent', 'reason'] },
    }),
    operationCommand({
      name: 'remove',
      operation: 'people.remove',
      examples: ['svc people remove 9c1d2e3f-6a5b-4c7d-8e9f-0a1b2c3d4e5f --yes'],
      question: ({ params }) => `Remove ${String(params?.id)}? Their access ends at once.`,
      view: { keys: ['id', 'email', 'status'] },
    }),
    ...signInCommands,
  ],
};

function withoutConfinement({ input, options }: Invocation): CallInput {
  if (options.unconfined !== true) return input;
  const body = input.body as { readonly groups?: unknown };
  if (body.groups !== undefined) throw usageFailure('Use either --group or --unconfined, not both.');
  return { ...input, body: { ...body, groups: null } };
}
