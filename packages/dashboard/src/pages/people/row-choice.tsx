import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ChosenRows, UndecidedRows } from '@tessera/client';
import { useState } from 'react';
import { textOf } from '../../text.js';

/** Which rows of a file count: those with chosen values, or all. Without a choice, a status in the file stops reading. */
export interface RowChoice {
  readonly where?: ChosenRows;
  readonly allRows?: boolean;
}

/** Lets a person choose which rows of a file with a status count. */
export function RowsOfStatus({ found, onChoice }: { found: UndecidedRows; onChoice: (choice: RowChoice) => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const where = new Map(
    [...chosen].flatMap(([column, values]) => (values.length > 0 ? [[column, new Set(values)]] : [])),
  );
  return (
    <Alert color="yellow" title={textOf('Which rows count?')}>
      <Stack gap="sm">
        {found.columns.map(({ column, values }) => (
          <Checkbox.Group
            key={column}
            label={column}
            value={[...(chosen.get(column) ?? [])]}
            onChange={(next) => setChosen(new Map([...chosen, [column, next]]))}
          >
            <Group gap="sm" mt={4}>
              {[...values].map(([value, count]) => (
                <Checkbox key={value} value={value} label={`${words(value)} (${count})`} />
              ))}
            </Group>
          </Checkbox.Group>
        ))}
        {found.totals.length > 0 && (
          <Text size="sm">{textOf('Lines that look like totals: {lines}.', { lines: found.totals.join(', ') })}</Text>
        )}
        <Group gap="xs">
          <Button size="xs" disabled={where.size === 0} onClick={() => onChoice({ where })}>
            {textOf('Use the chosen rows')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onChoice({ allRows: true })}>
            {textOf('Use all rows')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function words(value: string): string {
  return value === '' ? textOf('Empty') : value === '*' ? textOf('Any value') : value;
}
