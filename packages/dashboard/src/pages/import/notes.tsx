import { Alert, List, NativeSelect, Text } from '@mantine/core';
import type { Preview, PreviewField, RepeatChoice } from '@tessera/client';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import type { DryRun } from './queries.js';

const repeatNames: Readonly<Record<RepeatChoice, string>> = {
  fail: textOf('Choose what counts'),
  first: textOf('The first row counts'),
  last: textOf('The last row counts'),
  merge: textOf('Merge: later rows keep what they leave empty'),
};

const shownProblems = 5;

/** What of a file needs a look: repeated ids, values that do not match their type, and rows that are not imported. */
export function Notes(props: {
  preview: Preview;
  repeated: RepeatChoice;
  onRepeated: (choice: RepeatChoice) => void;
  tried: DryRun | undefined;
}) {
  const { preview, repeated, onRepeated, tried } = props;
  return (
    <>
      {preview.records === 0 && (
        <Alert color="yellow" icon={<Icon name="alert" />}>
          {textOf('No row has an id in “{field}”. Choose “Record id” in the column that identifies a record.', {
            field: preview.id_field,
          })}
        </Alert>
      )}
      {preview.repeated > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="alert" />}
          title={textOf('{count} id in several rows|{count} ids in several rows', { count: preview.repeated })}
        >
          <List size="sm" mb="xs">
            {preview.shown_repeated.map(({ id, lines }) => (
              <List.Item key={id}>{textOf('{id}: lines {lines}', { id, lines: lines.join(', ') })}</List.Item>
            ))}
          </List>
          <NativeSelect
            label={textOf('Rows with one id')}
            value={repeated}
            onChange={({ currentTarget }) => onRepeated(currentTarget.value as RepeatChoice)}
            data={Object.entries(repeatNames).map(([value, label]) => ({ value, label }))}
            maw={320}
          />
        </Alert>
      )}
      {preview.fields
        .filter((field) => field.misfits > 0)
        .map((field) => (
          <Alert key={field.name} color="yellow" icon={<Icon name="alert" />} title={misfitTitle(field)}>
            <List size="sm">
              {field.shown_misfits.map(({ line, value, hint }) => (
                <List.Item key={line}>
                  {textOf('Line {line}: {value}: {hint}', { line: `${line}`, value, hint })}
                </List.Item>
              ))}
            </List>
          </Alert>
        ))}
      <Faults preview={preview} tried={tried} />
    </>
  );
}

function misfitTitle({ name, misfits, declared }: PreviewField): string {
  const values = { count: misfits, field: name };
  return declared === null
    ? textOf('{count} value of “{field}”: not an update time|{count} values of “{field}”: not an update time', values)
    : textOf('{count} value of “{field}”: not of the type {type}|{count} values of “{field}”: not of the type {type}', {
        ...values,
        type: declared,
      });
}

/** Rows that cannot become records. */
function Faults({ preview, tried }: { preview: Preview; tried: DryRun | undefined }) {
  const { problems, without_id: withoutId, unreadable } = preview;
  // The service refuses the rows that the preview has found too, so its reasons are shown only without such rows.
  const refused = problems + withoutId === 0 ? (tried?.problems.slice(0, shownProblems) ?? []) : [];
  if (problems === 0 && withoutId === 0 && unreadable === null && refused.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} title={textOf('Not imported')}>
      <List size="sm">
        {unreadable !== null && <List.Item>{unreadable}</List.Item>}
        {withoutId > 0 && (
          <List.Item>
            {textOf('{count} row without an id in “{field}”|{count} rows without an id in “{field}”', {
              count: withoutId,
              field: preview.id_field,
            })}
          </List.Item>
        )}
        {problems > 0 && (
          <List.Item>
            {textOf('{count} row that cannot be read as a record|{count} rows that cannot be read as a record', {
              count: problems,
            })}
          </List.Item>
        )}
        {preview.shown_problems.map(({ line, message, hint }) => (
          <List.Item key={line}>
            {textOf('Line {line}: {message}', { line: `${line}`, message: `${message} ${hint ?? ''}` })}
          </List.Item>
        ))}
        {refused.map(({ row, message, hint }) => (
          <List.Item key={`row ${row}`}>
            {textOf('Row {row}: {message}', { row: `${row}`, message: `${message} ${hint ?? ''}` })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What an import would do, in numbers. */
export function Outcome(props: { preview: Preview; stored: number; tried: DryRun | undefined; isNew: boolean }) {
  const { preview, stored, tried, isNew } = props;
  const { rows, records, absent, clock_field: clock } = preview;
  const faults = [preview.problems, preview.without_id, preview.repeated, tried?.failed ?? 0];
  const isClean = [...faults, ...preview.fields.map(({ misfits }) => misfits)].every((count) => count === 0);
  return (
    <Text size="sm" role="status" maw={640}>
      {isClean && <Icon name="check" size={14} />} {textOf('{count} row|{count} rows', { count: rows })},{' '}
      {textOf('{count} record|{count} records', { count: records })}.{' '}
      {!isNew && (
        <>
          {clock === null
            ? textOf('No column has the update time, so the file replaces newer records too.')
            : textOf('The update time is “{field}”: older rows change nothing.', { field: clock })}{' '}
          {textOf('The collection has {count} record.|The collection has {count} records.', { count: stored })}{' '}
          {absent === null
            ? textOf('Those that are not in the file stay as they are.')
            : textOf('{count} of them are not in the file and stay as they are.', { count: absent })}
        </>
      )}
      {tried !== undefined && ` ${dryRunText(tried)}`}
    </Text>
  );
}

function dryRunText({ written, stale, failed }: DryRun): string {
  const counts = { count: written + stale + failed, written, failed };
  return stale === 0
    ? textOf('Dry run of the first {count}: {written} accepted, {failed} refused.', counts)
    : textOf(
        'Dry run of the first {count}: {written} accepted, {failed} refused, {stale} older than the stored records.',
        { ...counts, stale },
      );
}
