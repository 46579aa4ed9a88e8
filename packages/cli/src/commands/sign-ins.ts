import { operationCommand } from './operation-command.js';

const columns = ['id', 'email', 'device', 'created_at', 'last_used_at', 'current'];

/** Rows that show their person by e-mail address. */
function withEmail<Row extends { readonly person: { readonly email: string } }>(rows: readonly Row[]) {
  return rows.map(({ person, ...row }) => ({ ...row, email: person.email }));
}

/**
 * The commands with which admins see and end sign-ins in a workspace. `svc sessions` and `svc devices` list one's own.
 */
export const signInCommands = [
  operationCommand({
    name: 'sessions',
    operation: 'settings.list_sessions',
    examples: ['svc people sessions'],
    view: (answer, output) => output.rows(withEmail(answer.sessions), ['kind', ...columns]),
  }),
  operationCommand({
    name: 'revoke-session',
    operation: 'settings.revoke_session',
    examples: ['svc people revoke-session 5e4d3c2b-1a09-4876-9543-210fedcba987 --yes'],
    question: ({ params }) => `End session ${String(params?.id)}? Its browser has to sign in again.`,
    view: { keys: ['id', 'status'] },
  }),
  operationCommand({
    name: 'devices',
    operation: 'settings.list_devices',
    examples: ['svc people devices'],
    view: (answer, output) => output.rows(withEmail(answer.devices), columns),
  }),
  operationCommand({
    name: 'revoke-device',
    operation: 'settings.revoke_device',
    examples: ['svc people revoke-device 5e4d3c2b-1a09-4876-9543-210fedcba987 --yes'],
    question: ({ params }) => `Permanently exclude device ${String(params?.id)} from this workspace?`,
    view: { keys: ['id', 'status'] },
  }),
];
