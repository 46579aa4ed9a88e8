import { Box, NativeSelect, TextInput } from '@mantine/core';
import { joinedFields, type Preview } from '@tessera/client';
import { type KeyboardEvent, useState } from 'react';
import { setType } from '../collection/roles.js';
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
    <Box className={classes.table} tabIndex={0} role="region" aria-label="Columns of the file">
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

const types = ['string', 'number', 'date', 'enum'] as const;
const typeNames = { string: 'Text', number: 'Number', date: 'Date', enum: 'Choice' } as const;

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
        aria-label={`Field of the column ${column}`}
        defaultValue={field}
        description={field === column ? undefined : `Column ${column}`}
        error={fault}
        onBlur={({ currentTarget }) => rename(currentTarget.value)}
        onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
          if (key === 'Enter') rename(currentTarget.value);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={`Type of ${column}`}
        value={settings.types[field] ?? ''}
        disabled={!mayConfigure}
        onChange={({ currentTarget: { value } }) => {
          const type = types.find((each) => each === value) ?? null;
          onSettings(field, { ...settings, ...setType(settings, field, type) });
        }}
        data={[{ value: '', label: `Found: ${looks}` }, ...types.map((value) => ({ value, label: typeNames[value] }))]}
      />
      <NativeSelect
        size="xs"
        aria-label={`Purpose of ${column}`}
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
    { value: '', label: 'Value' },
    { value: 'id', label: 'Record id' },
    ...(canJoin ? [{ value: 'part' as const, label: 'Joined to the id' }] : []),
    { value: 'clock', label: 'Update time' },
    { value: 'identifier', label: 'Identifier' },
    { value: 'semantic', label: 'Searched by meaning' },
  ];
}
