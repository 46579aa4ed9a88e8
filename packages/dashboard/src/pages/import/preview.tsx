import { Alert, Box, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type ColumnMapping, joinedFields, type Preview, type PreviewField, type RepeatChoice } from '@tessera/client';
import classes from '../../components/components.module.css';
import { Icon } from '../../components/icon.js';
import { counted, countOf } from '../../components/when.js';

/** The fields of a file. Each has its column, which can be renamed, its type and examples. */
export function PreviewFields(props: {
  preview: Preview;
  mapping: ColumnMapping;
  onRename: (column: string, field: string) => void;
}) {
  const { preview, mapping, onRename } = props;
  const columns = new Map(Array.from(mapping, ([column, field]) => [field, column]));
  const joined = joinedFields(preview.id_field).length > 1 ? preview.id_field : undefined;
  return (
    <Box className={classes.sample} tabIndex={0} role="region" aria-label="Fields of the file">
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Becomes the field</th>
            <th scope="col">Type</th>
            <th scope="col">Examples</th>
          </tr>
        </thead>
        <tbody>
          {preview.fields.map((field) => (
            <FieldRow
              key={columns.get(field.name) ?? field.name}
              field={field}
              column={columns.get(field.name) ?? field.name}
              isJoined={joined === field.name && preview.header?.includes(field.name) !== true}
              onRename={onRename}
            />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function FieldRow(props: {
  field: PreviewField;
  column: string;
  /** Whether the id is joined from several columns. */
  isJoined: boolean;
  onRename: (column: string, field: string) => void;
}) {
  const { field, column, isJoined, onRename } = props;
  return (
    <tr>
      <th scope="row">{isJoined ? joinedFields(column).join(' + ') : column}</th>
      <td>
        <TextInput
          size="xs"
          aria-label={`Field of the column ${column}`}
          defaultValue={field.name}
          disabled={isJoined}
          onBlur={({ currentTarget }) => onRename(column, currentTarget.value.trim())}
          miw={120}
        />
      </td>
      <td>
        {field.declared ?? field.looks}
        {field.declared !== null && field.looks !== field.declared && ` (looks like ${field.looks})`}
      </td>
      <td>{field.examples.join(' · ')}</td>
    </tr>
  );
}

const repeatNames: Readonly<Record<RepeatChoice, string>> = {
  fail: 'Choose what counts',
  first: 'The first row counts',
  last: 'The last row counts',
  merge: 'Merge: later rows keep what they leave empty',
};

/** What an import would do: rows and records, repeated ids, and values that do not match their type. */
export function PreviewSummary(props: {
  preview: Preview;
  stored: number;
  repeated: RepeatChoice;
  onRepeated: (choice: RepeatChoice) => void;
}) {
  const { preview, stored, repeated, onRepeated } = props;
  const misfits = preview.fields.filter((field) => field.misfits > 0);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {countOf(preview.rows, 'row')}, {countOf(preview.records, 'record')}.{' '}
        {preview.clock_field === null
          ? `No column has the update time, so the file replaces newer records too.`
          : `The update time is “${preview.clock_field}”: older rows change nothing.`}{' '}
        The collection has {countOf(stored, 'record')}.{' '}
        {preview.absent === null
          ? 'Those that are not in the file'
          : `${counted(preview.absent)} of them are not in the file and`}{' '}
        stay as they are.
      </Text>
      {preview.repeated > 0 && (
        <Alert color="yellow" icon={<Icon name="alert" />} title={`${countOf(preview.repeated, 'id')} in several rows`}>
          <List size="sm" mb="xs">
            {preview.shown_repeated.map(({ id, lines }) => (
              <List.Item key={id}>
                {id}: lines {lines.join(', ')}
              </List.Item>
            ))}
          </List>
          <NativeSelect
            label="Rows with one id"
            value={repeated}
            onChange={({ currentTarget }) => onRepeated(currentTarget.value as RepeatChoice)}
            data={Object.entries(repeatNames).map(([value, label]) => ({ value, label }))}
            maw={320}
          />
        </Alert>
      )}
      {misfits.map((field) => (
        <Alert key={field.name} color="yellow" icon={<Icon name="alert" />} title={misfitTitle(field)}>
          <List size="sm">
            {field.shown_misfits.map(({ line, value, hint }) => (
              <List.Item key={line}>
                Line {line}: {value}: {hint}
              </List.Item>
            ))}
          </List>
        </Alert>
      ))}
      <Faults preview={preview} />
    </Stack>
  );
}

function misfitTitle({ name, misfits, declared }: PreviewField): string {
  const values = `${counted(misfits)} ${misfits === 1 ? 'value' : 'values'} of “${name}”`;
  return declared === null ? `${values}: not an update time` : `${values}: not of the type ${declared}`;
}

/** Rows that cannot become records. */
function Faults({ preview }: { preview: Preview }) {
  const { problems, without_id: withoutId, unreadable } = preview;
  const isClean = problems === 0 && withoutId === 0 && unreadable === null;
  if (isClean) {
    return null;
  }
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} title="Not imported">
      <List size="sm">
        {unreadable !== null && <List.Item>{unreadable}</List.Item>}
        {withoutId > 0 && (
          <List.Item>
            {countOf(withoutId, 'row')} without an id in “{preview.id_field}”
          </List.Item>
        )}
        {problems > 0 && <List.Item>{countOf(problems, 'row')} that cannot be read as a record</List.Item>}
        {preview.shown_problems.map(({ line, message, hint }) => (
          <List.Item key={line}>
            Line {line}: {message} {hint}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
