import { type AnyOperationCommand, operationCommand } from './operation-command.js';

/** The commands that show earlier versions of records and undo writes. */
export const historyCommands: readonly AnyOperationCommand[] = [
  operationCommand({
    name: 'history',
    operation: 'collections.list_record_versions',
    examples: ['svc collections history products 42'],
    view: (answer, output) => {
      const rows = answer.versions.map(({ actor, changed, ...version }) => ({
        ...version,
        status: statusOf(version),
        actor: actor?.name ?? '',
        changed: changed.join(', '),
      }));
      output.rows(
        rows,
        ['version', 'at', 'status', 'actor', 'request_id', 'changed'],
        'The collection keeps no history.',
      );
    },
  }),
  operationCommand({
    name: 'get-version',
    operation: 'collections.get_record_version',
    examples: ['svc collections get-version products 42 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16'],
    view: (answer, output) => {
      const { attributes, actor, changed, ...rest } = answer;
      output.details({ ...rest, status: statusOf(rest), actor: actor?.name ?? null, changed: changed.join(', ') });
      output.details(Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`  ${key}`, value])));
    },
  }),
  operationCommand({
    name: 'revert',
    operation: 'collections.revert_records',
    options: {
      dry_run: { help: 'Run all checks, but store nothing' },
      version: { flags: '--of-version <version>', help: 'The version, as in its history' },
      external_id: { flags: '--external-id <id>', help: 'Undo the write of one version of this record' },
    },
    question: ({ params, body }) =>
      isDryRun(body) ? undefined : `Return records of ${String(params?.name)} to their versions before these writes?`,
    examples: [
      'svc collections revert products --request-id 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16 --dry-run',
      'svc collections revert products --external-id 42 --of-version 0d2b8e7f-3a54-4a27-9c43-6f1c2f9e5a16 --yes',
      'svc collections revert products --since 2026-01-31T09:00:00Z --until 2026-01-31T10:00:00Z --actor importer --yes',
    ],
    view: (answer, output) => {
      output.details(answer, ['reverted', 'unchanged', 'dry_run']);
      if (answer.conflicts.length > 0) output.rows(answer.conflicts, ['external_id', 'message']);
    },
    verdict: ({ conflicts }) =>
      conflicts.length === 0 ? undefined : `${conflicts.length} records are conflicts and stay as they are.`,
  }),
];

/** The status as a word, for the output. */
function statusOf({ status }: { readonly status: string }): string {
  return status === 'tombstoned' ? 'deleted' : status;
}

function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;
}
