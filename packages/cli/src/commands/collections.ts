import type { CallAnswer } from '@tessera/client';
import type { Output } from '../output/output.js';
import { cell, plainLines } from '../output/text.js';
import {
  configurationOptions,
  extendConfigure,
  extendWithFiles,
  joinedIdField,
  withConfiguration,
  withFiles,
} from './configure.js';
import type { Family } from './family.js';
import { historyCommands } from './history.js';
import { endOfEarlier, endPreviousView } from './keys.js';
import { matchCommands } from './matches.js';
import { groupOption } from './members.js';
import { operationCommand } from './operation-command.js';
import { recordCommands } from './records.js';
import { followReindex } from './reindex.js';

/** The note next to an ingest URL. */
const ingestView = {
  keys: ['name', 'ingest_url', 'secret', 'previous_expires_at'],
  note: 'The ingest URL is a password and is shown only once: store it now.',
} as const;

const group = { flags: '--group <id>', help: 'Id of the group' } as const;
const exampleGroup = '0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11';

/** Shows the fields of a collection, with the values of enums and the number of records that have each field. */
function showFields(fields: CallAnswer<'collections.describe'>['fields'], output: Output): void {
  const rows = fields.map(({ values, ...field }) => ({
    ...field,
    values: values?.map(({ value, count }) => `${value} (${count})`),
  }));
  output.rows(rows, ['name', 'type', 'roles', 'required', 'example', 'values'], 'No fields yet.');
}

/** The commands on collections: create, describe, configure, share, delete. */
const collectionCommands = [
  operationCommand({
    name: 'list',
    operation: 'collections.list',
    examples: ['svc collections list', 'svc collections list --json', 'svc collections list --deleted'],
    view: ({ collections }, output) => {
      const isDeleted = collections.some((each) => each.deleted_at !== undefined);
      const columns = isDeleted
        ? ['name', 'records', 'deleted_at', 'restorable_until', 'description']
        : ['name', 'records', 'pending_embed', 'access', 'last_ingest_at', 'description'];
      output.rows(collections, columns, 'No collections. Create one with `svc collections create <name>`.');
    },
  }),
  operationCommand({
    name: 'create',
    operation: 'collections.create',
    positional: ['name'],
    argumentHelp: { name: 'Name of the collection: 1-64 of a-z, 0-9, _ and -' },
    options: { ...configurationOptions, id_field: joinedIdField },
    extend: extendWithFiles,
    complete: withFiles,
    examples: [
      "svc collections create products --description 'Everything that can be ordered'",
      'svc collections create orders --id-field order_number --field-types total=number,ordered_at=date',
      'svc collections create products --file products.config.json',
    ],
    view: ingestView,
  }),
  operationCommand({
    name: 'describe',
    operation: 'collections.describe',
    examples: ['svc collections describe products'],
    view: (answer, output) => {
      const { fields, guidance, guidance_source, ...rest } = answer;
      output.details(rest);
      showFields(fields, output);
      if (guidance !== null)
        output.say(`Guidance by the ${guidance_source.replace('_', ' ')}:\n${plainLines(guidance)}`);
    },
  }),
  operationCommand({
    name: 'configure',
    operation: 'collections.update',
    options: configurationOptions,
    extend: extendConfigure,
    complete: withConfiguration,
    examples: [
      'svc collections configure products --id-match-fields sku,barcode --embed-fields name,description',
      'svc collections configure products --field-types list_price=number,available_from=date',
      "svc collections configure products --synonyms 'sofa,couch,settee' --synonyms 'tv,television'",
      "svc collections configure products --synonyms 'sofa,couch' --dry-run",
      'svc collections configure products --suggested',
      'svc collections configure products --mapping shopify --secret-file shopify-secret.txt',
      'svc collections fields products --json | svc collections configure products --file -',
      'svc collections configure products --file products.config.json --reset exposed_fields',
    ],
    view: (answer, output) => {
      const { fields, guidance: _guidance, ...rest } = answer;
      output.details(rest);
      showFields(fields, output);
      if (answer.reindex_required) output.say(`A reindex is required: svc collections reindex ${answer.name}`);
    },
  }),
  operationCommand({
    name: 'fields',
    operation: 'collections.fields',
    examples: ['svc collections fields products', 'svc collections fields products --sample 10000'],
    view: (answer, output) => {
      const columns = [
        'name',
        'detected_type',
        'suggested_type',
        'suggested_role',
        'coverage',
        'distinct_count',
        'examples',
      ];
      output.rows(answer.fields, columns, 'No records to inspect yet.');
      if (answer.unknown_fields.length > 0) output.say(`Configured, but in no record: ${cell(answer.unknown_fields)}`);
    },
  }),
  operationCommand({
    name: 'findings',
    operation: 'collections.list_findings',
    examples: ['svc collections findings products'],
    view: {
      list: 'findings',
      columns: ['id', 'field', 'kind', 'count', 'last_seen_at', 'message'],
      nothing: 'No findings: all records meet the contract.',
    },
  }),
  operationCommand({
    name: 'dismiss-finding',
    operation: 'collections.dismiss_finding',
    examples: ['svc collections dismiss-finding products 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16'],
    view: { keys: ['id', 'dismissed'] },
  }),
  operationCommand({
    name: 'reindex',
    operation: 'collections.reindex',
    options: { dry_run: { flags: '--no-dry-run', help: 'The same as --apply' } },
    extend: (command) => command.option('--apply', 'Re-embed; without it, only estimate the cost'),
    complete: ({ input, options }) => (options.apply === true ? { ...input, query: { dry_run: false } } : input),
    examples: ['svc collections reindex products', 'svc collections reindex products --apply'],
    view: (answer, output) => {
      output.details(answer, [
        'records',
        'would_reembed',
        'estimated_tokens',
        'estimated_cost_usd',
        'applied',
        'reembedding',
      ]);
      if (!answer.applied) output.say('Nothing was changed. To re-embed, repeat with --apply.');
    },
    afterwards: (answer, invocation) => followReindex(answer.reembedding ?? 0, invocation),
  }),
  operationCommand({
    name: 'rotate-secret',
    operation: 'collections.rotate_secret',
    examples: ['svc collections rotate-secret products --overlap-hours 24 --yes'],
    question: ({ params, body }) =>
      `Create a new ingest URL for ${String(params?.name)}? ${endOfEarlier(body, 'The old one')}`,
    view: ingestView,
  }),
  operationCommand({
    name: 'end-previous',
    operation: 'collections.end_previous_url',
    examples: ['svc collections end-previous products --yes'],
    question: ({ params }) => `End the earlier ingest URL of ${String(params?.name)} now?`,
    view: endPreviousView,
  }),
  operationCommand({
    name: 'end-previous-mapping-secret',
    operation: 'collections.end_previous_mapping_secret',
    examples: ['svc collections end-previous-mapping-secret products --yes'],
    question: ({ params }) => `End the earlier signature secret of ${String(params?.name)} now?`,
    view: endPreviousView,
  }),
  operationCommand({
    name: 'reconciliation-url',
    operation: 'collections.create_reconciliation_url',
    options: { groups: groupOption },
    examples: [
      'svc collections reconciliation-url products --yes',
      `svc collections reconciliation-url products --group ${exampleGroup} --yes`,
    ],
    question: ({ params, body }) =>
      `Create a new reconciliation URL for ${String(params?.name)}? ${endOfEarlier(body, 'An earlier one')}`,
    view: {
      keys: ['url', 'secret', 'previous_expires_at'],
      note: 'The reconciliation URL is a password and is shown only once: store it now.',
    },
  }),
  operationCommand({
    name: 'end-previous-reconciliation-url',
    operation: 'collections.end_previous_reconciliation_url',
    examples: ['svc collections end-previous-reconciliation-url products --yes'],
    question: ({ params }) => `End the earlier reconciliation URL of ${String(params?.name)} now?`,
    view: endPreviousView,
  }),
  operationCommand({
    name: 'delete-reconciliation-url',
    operation: 'collections.delete_reconciliation_url',
    examples: ['svc collections delete-reconciliation-url products --yes'],
    question: ({ params }) => `End the reconciliation URL of ${String(params?.name)}?`,
    view: { keys: ['deleted'] },
  }),
  operationCommand({
    name: 'share',
    operation: 'collections.put_grant',
    options: {
      group_id: group,
      permission: { help: 'What the group may do; members and magic links can never write' },
      filter: { help: 'Confines the group to the records that match' },
    },
    examples: [
      `svc collections share products --group ${exampleGroup} --permission read`,
      `svc collections share products --group ${exampleGroup} --permission write --filter '{"region": "north"}'`,
    ],
    view: { keys: ['group_id', 'permission', 'filter'] },
  }),
  operationCommand({
    name: 'grants',
    operation: 'collections.list_grants',
    examples: ['svc collections grants products'],
    view: { list: 'grants', columns: ['group_id', 'name', 'permission', 'filter', 'records'] },
  }),
  operationCommand({
    name: 'grant',
    operation: 'collections.get_grant',
    options: { group_id: group },
    examples: [`svc collections grant products --group ${exampleGroup}`],
    view: { keys: ['group_id', 'permission', 'filter'] },
  }),
  operationCommand({
    name: 'unshare',
    operation: 'collections.delete_grant',
    options: { group_id: group },
    examples: [`svc collections unshare products --group ${exampleGroup} --yes`],
    question: ({ params }) => `Stop sharing ${String(params?.name)} with group ${String(params?.group_id)}?`,
    view: { keys: ['group_id', 'deleted'] },
  }),
  operationCommand({
    name: 'delete',
    operation: 'collections.delete',
    examples: ['svc collections delete products --yes'],
    options: { confirm: { omit: true } },
    question: ({ params }) => `Delete collection ${String(params?.name)} and all its records?`,
    view: { keys: ['id', 'name', 'deleted', 'restorable_until'] },
  }),
  operationCommand({
    name: 'restore',
    operation: 'collections.restore',
    examples: ['svc collections restore products'],
    view: { keys: ['id', 'name', 'restored'] },
  }),
];

/** The commands on collections and their records. */
export const collections: Family = {
  name: 'collections',
  description: 'Collections of business records: define them, fill them, and resolve a question to a record.',
  examples: [
    'svc collections list',
    'svc collections import products products.csv',
    "svc collections query products 'blue desk lamp'",
  ],
  commands: [...collectionCommands, ...recordCommands, ...historyCommands, ...matchCommands],
};
