import { Alert, List, NativeSelect, Text } from '@mantine/core';
import type { Preview, PreviewField, RepeatChoice } from '@tessera/client';
import { Icon } from '../../components/icon.js';
import { counted, countOf } from '../../components/when.js';
import type { DryRun } from './queries.js';

const repeatNames: Readonly<Record<RepeatChoice, string>> = {
  fail: 'Choose what counts',
  first: 'The first row counts',
  last: 'The last row counts',
  merge: 'Merge: later rows keep what they leave empty',
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
      {preview.fields
        .filter((field) => field.misfits > 0)
        .map((field) => (
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
      <Faults preview={preview} tried={tried} />
    </>
  );
}

function misfitTitle({ name, misfits, declared }: PreviewField): string {
  const values = `${counted(misfits)} ${misfits === 1 ? 'value' : 'values'} of “${name}”`;
  return declared === null ? `${values}: not an update time` : `${values}: not of the type ${declared}`;
}

/** Rows that cannot become records. */
function Faults({ preview, tried }: { preview: Preview; tried: DryRun | undefined }) {
  const { problems, without_id: withoutId, unreadable } = preview;
  // The service refuses the rows that the preview has found too, so its reasons are shown only without such rows.
  const refused = problems + withoutId === 0 ? (tried?.problems.slice(0, shownProblems) ?? []) : [];
  if (problems === 0 && withoutId === 0 && unreadable === null && refused.length === 0) return null;
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
        {refused.map(({ row, message, hint }) => (
          <List.Item key={`row ${row}`}>
            Row {row}: {message} {hint}
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
      {isClean && <Icon name="check" size={14} />} {countOf(rows, 'row')}, {countOf(records, 'record')}.{' '}
      {!isNew && (
        <>
          {clock === null
            ? 'No column has the update time, so the file replaces newer records too.'
            : `The update time is “${clock}”: older rows change nothing.`}{' '}
          The collection has {countOf(stored, 'record')}.{' '}
          {absent === null ? 'Those that are not in the file' : `${counted(absent)} of them are not in the file and`}{' '}
          stay as they are.
        </>
      )}
      {tried !== undefined &&
        ` Dry run of the first ${counted(tried.written + tried.stale + tried.failed)}: ${counted(tried.written)} accepted, ${counted(tried.failed)} refused${tried.stale > 0 ? `, ${counted(tried.stale)} older than the stored records` : ''}.`}
    </Text>
  );
}
