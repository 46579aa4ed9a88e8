import type { Preview } from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import type { Output } from '../output/output.js';
import { plain } from '../output/text.js';

/** Shows what an import would do, without doing it. */
export function showPreview(preview: Preview, { name, records: stored }: CollectionDescription, output: Output): void {
  output.details(factsOf(preview));
  output.line('');
  const fields = preview.fields.map(({ name: field, declared, looks, examples }) => ({
    field,
    declared: declared ?? '',
    looks,
    examples: examples.join(' | '),
  }));
  output.rows(fields, ['field', 'declared', 'looks', 'examples'], 'No fields.');
  for (const text of [...misfitsOf(preview), ...faultsOf(preview)]) output.line(plain(text));
  output.line(`Rows: ${preview.rows}. Records: ${preview.records}. Nothing was stored.`);
  const absent =
    preview.absent === null ? 'Those that are not in the file' : `${preview.absent} of them are not in the file and`;
  output.line(`"${plain(name)}" has ${stored} records. ${absent} stay as they are.`);
  if (preview.absent !== 0) output.say(`To delete them: svc collections reconcile ${plain(name)} <file>`);
}

function factsOf(preview: Preview): object {
  const delimiter = preview.delimiter === '\t' ? 'tab' : preview.delimiter;
  const others = preview.other_sheets.length === 0 ? '' : ` (not read: ${preview.other_sheets.join(', ')})`;
  return {
    format: preview.format,
    encoding: preview.encoding ?? undefined,
    delimiter: delimiter ?? undefined,
    sheet: preview.sheet === null ? undefined : `${preview.sheet}${others}`,
    columns: preview.header?.join(', '),
    header_row: preview.header_row ?? undefined,
    id: preview.id_field,
    clock: preview.clock_field ?? 'none: a later import always counts',
  };
}

function misfitsOf(preview: Preview): string[] {
  return preview.fields.flatMap(({ name, declared, misfits, shown_misfits: shown }) => {
    if (misfits === 0) return [];
    const values = shown.map(({ line, value, hint }) => `  line ${line}: ${value}: ${hint}`);
    const type = declared === null ? 'an update time' : `its type, ${declared}`;
    return [`${name}: ${misfits} values do not match ${type}. They are stored as they are.`, ...values];
  });
}

function faultsOf(preview: Preview): string[] {
  const { shown_repeated: repeated, shown_problems: problems } = preview;
  return [
    ...(preview.repeated === 0
      ? []
      : [`${preview.repeated} ids are repeated. Choose with --repeated which rows count.`]),
    ...repeated.map(({ id, lines }) => `  ${id}: lines ${lines.join(', ')}`),
    ...(preview.without_id === 0
      ? []
      : [`${preview.without_id} rows have no id in "${preview.id_field}" and are refused.`]),
    ...(preview.problems === 0 ? [] : [`${preview.problems} rows cannot be imported.`]),
    ...problems.map(({ line, message, hint }) => `  line ${line}: ${message} ${hint}`),
    ...(preview.unreadable === null ? [] : [preview.unreadable]),
  ];
}
