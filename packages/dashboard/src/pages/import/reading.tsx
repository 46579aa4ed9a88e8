import { Alert, Button, Group, List, NativeSelect, Text } from '@mantine/core';
import { type Encoding, encodingName, encodings, type FormatChoice, type RecordReader } from '@tessera/client';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';

const delimiters = [
  { value: ',', label: textOf('Comma') },
  { value: ';', label: textOf('Semicolon') },
  { value: '\t', label: textOf('Tab') },
  { value: '|', label: textOf('Bar') },
];

/** How a file is read. It is detected, and a person can change it. */
export function ReadingChoice(props: {
  reader: RecordReader;
  choice: FormatChoice;
  onChoice: (choice: FormatChoice) => void;
}) {
  const { reader, choice, onChoice } = props;
  const { encoding, delimiter, sheet, header } = reader;
  const others = delimiters.some(({ value }) => value === delimiter)
    ? []
    : [{ value: delimiter ?? '', label: delimiter ?? '' }];
  return (
    <>
      {delimiter !== undefined && (
        <NativeSelect
          label={textOf('Delimiter')}
          value={delimiter}
          onChange={({ currentTarget }) => onChoice({ ...choice, delimiter: currentTarget.value })}
          data={[...delimiters, ...others]}
        />
      )}
      {encoding !== undefined && (
        <NativeSelect
          label={textOf('Encoding')}
          value={encoding}
          onChange={({ currentTarget }) => onChoice({ ...choice, encoding: currentTarget.value as Encoding })}
          data={encodings.map((value) => ({ value, label: encodingName(value) }))}
        />
      )}
      {sheet !== undefined && (
        <NativeSelect
          label={textOf('Sheet')}
          value={sheet.name}
          onChange={({ currentTarget }) => onChoice({ ...choice, sheet: currentTarget.value, headerRow: undefined })}
          data={[...sheet.names]}
        />
      )}
      {header !== undefined && (
        <NativeSelect
          label={textOf('Columns are named in')}
          value={header.line}
          onChange={({ currentTarget }) => onChoice({ ...choice, headerRow: Number(currentTarget.value) })}
          data={header.firstRows.map(({ cells, line }) => ({ value: `${line}`, label: rowLabel(line, cells) }))}
        />
      )}
    </>
  );
}

const shownCharacters = 48;

function rowLabel(line: number, cells: readonly string[]): string {
  const named = cells.filter((cell) => cell.trim() !== '').join(', ');
  const message = named.length > shownCharacters ? `${named.slice(0, shownCharacters)}…` : named;
  return textOf('Row {row}: {message}', { row: `${line}`, message });
}

/** What a person must know or choose before an import: the encoding, and what is not read as it is shown. */
export function ReadingNotices(props: {
  reader: RecordReader;
  choice: FormatChoice;
  onChoice: (choice: FormatChoice) => void;
}) {
  const { reader, choice, onChoice } = props;
  const { guesses = [], notices = [] } = reader;
  return (
    <>
      {guesses.length > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="alert" />}
          title={textOf('Choose the encoding in which the lines are right')}
        >
          {guesses.map(({ encoding, lines }) => (
            <Group key={encoding} gap="sm" align="flex-start" mb="xs">
              <Button size="xs" variant="default" onClick={() => onChoice({ ...choice, encoding })}>
                {encodingName(encoding)}
              </Button>
              <Text size="sm" component="div">
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </Text>
            </Group>
          ))}
        </Alert>
      )}
      {notices.length > 0 && (
        <Alert color="blue" icon={<Icon name="alert" />} title={textOf('Not read as it is shown')}>
          <List size="sm">
            {notices.map((notice) => (
              <List.Item key={notice}>{notice}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
