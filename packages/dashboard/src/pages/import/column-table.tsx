import { Box, NativeSelect, TextInput } from '@mantine/core';
import { joinedFields, type Preview } from '@tessera/client';
import { type KeyboardEvent, useState } from 'react';
import { textOf } from '../../text.js';
import { setType, typeChoices } from '../collection/roles.js';
import { Value } from '../collection/value.js';
import classes from './import.module.css';
import { type Purpose, purposeOf, type Settings, withPurpose } from './settings.js';

interface ColumnTableProps {
  readonly columns: readonly string[];
  readonly fieldOf: (column: string) => string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly preview: Preview;
  readonly settings: Settings;
  /** Whether the caller may set types and purposes. */
  readonly mayConfigure: boolean;
  /** Returns why a name cannot be used. */
  readonly onRename: (column: string, field: string) => string | undefined;
  readonly onSettings: (field: string, settings: Settings) => void;
}

/** The first rows of a file. The head of each column sets its field: name, type and purpose. */
export function ColumnTable(props: ColumnTableProps) {
  const { columns, rows } = props;
  return (
    <Box className={classes.table} tabIndex={0} role="region" aria-label={textOf('Columns of the file')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <ColumnHead {...props} column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from(rows.entries(), ([index, row]) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} isText />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

const foundNames: Readonly<Record<string, string>> = {
  number: textOf('number'),
  date: textOf('date'),
  boolean: textOf('boolean'),
  list: textOf('list'),
  object: textOf('object'),
  text: textOf('text'),
  empty: textOf('empty'),
};

function ColumnHead(props: ColumnTableProps & { column: string }) {
  const { column, columns, fieldOf, preview, settings, mayConfigure, onRename, onSettings } = props;
  const field = fieldOf(column);
  const [fault, setFault] = useState<string>();
  const looks = preview.fields.find(({ name }) => name === field)?.looks ?? 'empty';
  const rename = (text: string): void => setFault(onRename(column, text.trim() || column));
  return (
    <>
      <TextInput
        size="xs"
        aria-label={textOf('Field of the column {column}', { column })}
        defaultValue={field}
        description={field === column ? undefined : textOf('Column {column}', { column })}
        error={fault}
        onBlur={({ currentTarget }) => rename(currentTarget.value)}
        onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
          if (key === 'Enter') rename(currentTarget.value);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={textOf('Type of {column}', { column })}
        value={settings.types[field] ?? ''}
        disabled={!mayConfigure}
        onChange={({ currentTarget: { value } }) => {
          const type = typeChoices.find((each) => each.value === value)?.value ?? null;
          onSettings(field, { ...settings, ...setType(settings, field, type) });
        }}
        data={[
          {
            value: '',
            label: textOf('Found: {type}', {
              type: looks
                .split(' or ')
                .map((name) => foundNames[name] ?? name)
                .join(` ${textOf('or')} `),
            }),
          },
          ...typeChoices,
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={textOf('Purpose of {column}', { column })}
        value={purposeOf(settings, field)}
        disabled={!mayConfigure}
        onChange={({ currentTarget }) =>
          onSettings(field, withPurpose(settings, field, currentTarget.value as Purpose))
        }
        data={purposes(settings, field, columns.map(fieldOf))}
      />
    </>
  );
}

function purposes(settings: Settings, field: string, fields: readonly string[]): { value: Purpose; label: string }[] {
  const canJoin = joinedFields(settings.idField).some((part) => part !== field && fields.includes(part));
  return [
    { value: '', label: textOf('Value') },
    { value: 'id', label: textOf('Record id') },
    ...(canJoin ? [{ value: 'part' as const, label: textOf('Joined to the id') }] : []),
    { value: 'clock', label: textOf('Update time') },
    { value: 'identifier', label: textOf('Identifier') },
    { value: 'semantic', label: textOf('Searched by meaning') },
  ];
}
