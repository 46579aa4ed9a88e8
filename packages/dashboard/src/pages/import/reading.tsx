import { Group, NativeSelect } from '@mantine/core';
import { type Encoding, encodings, type FormatChoice, type RecordReader } from '@tessera/client';

const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
};

/** How a file is read. It is detected, and a person can change it. */
export function ReadingChoice(props: {
  reader: RecordReader;
  choice: FormatChoice;
  onChoice: (choice: FormatChoice) => void;
}) {
  const { reader, choice, onChoice } = props;
  const { encoding, delimiter, sheet } = reader;
  const others = delimiters.some(({ value }) => value === delimiter)
    ? []
    : [{ value: delimiter ?? '', label: delimiter ?? '' }];
  return (
    <Group gap="sm" align="flex-end">
      {delimiter !== undefined && (
        <NativeSelect
          label="Delimiter"
          value={delimiter}
          onChange={({ currentTarget }) => onChoice({ ...choice, delimiter: currentTarget.value })}
          data={[...delimiters, ...others]}
        />
      )}
      {encoding !== undefined && (
        <NativeSelect
          label="Encoding"
          value={encoding}
          onChange={({ currentTarget }) => onChoice({ ...choice, encoding: currentTarget.value as Encoding })}
          data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
        />
      )}
      {sheet !== undefined && (
        <NativeSelect
          label="Sheet"
          value={sheet.name}
          onChange={({ currentTarget }) => onChoice({ ...choice, sheet: currentTarget.value })}
          data={[...sheet.names]}
        />
      )}
    </Group>
  );
}
