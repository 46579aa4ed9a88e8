import type { Family } from './family.js';
import { endOfEarlier, endPreviousView, shownOnce } from './keys.js';
import { operationCommand } from './operation-command.js';
import type { OptionShape } from './options.js';

const id = '6f1c9f36-2b8f-4d2e-8f6d-0f2a5c1b7e90';
const deliveryId = '0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11';

const eventOption: OptionShape = { flags: '--event <name>', help: 'Event to send; repeat for more' };

const columns = ['id', 'url', 'events', 'description', 'enabled', 'failing_since'] as const;
const deliveryColumns = ['id', 'event', 'subject', 'status', 'attempts', 'response_status', 'error'] as const;

/** The commands on webhooks of the workspace. */
export const webhooks: Family = {
  name: 'webhooks',
  description: 'Webhooks, which send events of the workspace to a URL. For admins.',
  examples: ['svc webhooks list', `svc webhooks test ${id}`],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'webhooks.list',
      examples: ['svc webhooks list'],
      view: { list: 'webhooks', columns },
    }),
    operationCommand({
      name: 'create',
      operation: 'webhooks.create',
      positional: ['url'],
      options: { events: eventOption },
      examples: ['svc webhooks create https://hooks.example.com/tessera --event member.granted --event member.revoked'],
      view: { keys: [...columns.slice(0, 4), 'secret'], note: shownOnce },
    }),
    operationCommand({
      name: 'update',
      operation: 'webhooks.update',
      options: { events: eventOption, enabled: { help: 'Whether it sends events' } },
      examples: [`svc webhooks update ${id} --enabled false`],
      view: { keys: columns },
    }),
    operationCommand({
      name: 'delete',
      operation: 'webhooks.delete',
      examples: [`svc webhooks delete ${id} --yes`],
      question: ({ params }) => `Delete webhook ${String(params?.id)}? Its pending events are lost.`,
      view: { keys: ['id', 'deleted'] },
    }),
    operationCommand({
      name: 'rotate',
      operation: 'webhooks.rotate',
      examples: [`svc webhooks rotate ${id} --overlap-hours 24 --yes`],
      question: ({ params, body }) =>
        `Rotate the signing secret of webhook ${String(params?.id)}? ${endOfEarlier(body)}`,
      view: { keys: ['id', 'url', 'secret', 'previous_expires_at'], note: shownOnce },
    }),
    operationCommand({
      name: 'end-previous',
      operation: 'webhooks.end_previous',
      examples: [`svc webhooks end-previous ${id} --yes`],
      question: ({ params }) => `End the earlier signing secret of webhook ${String(params?.id)} now?`,
      view: endPreviousView,
    }),
    operationCommand({
      name: 'test',
      operation: 'webhooks.test',
      examples: [`svc webhooks test ${id}`],
      view: { keys: ['id', 'status', 'response_status', 'error'] },
      verdict: ({ status, error }) => (status === 'failed' ? `The test failed: ${error}.` : undefined),
    }),
    operationCommand({
      name: 'deliveries',
      operation: 'webhooks.list_deliveries',
      examples: [`svc webhooks deliveries ${id}`],
      view: { list: 'deliveries', columns: [...deliveryColumns, 'created_at', 'next_attempt_at'] },
    }),
    operationCommand({
      name: 'replay',
      operation: 'webhooks.replay',
      argumentHelp: { delivery_id: 'Id of the delivery, as in the list' },
      examples: [`svc webhooks replay ${id} ${deliveryId}`],
      view: { keys: ['id', 'event', 'status'] },
    }),
  ],
};
