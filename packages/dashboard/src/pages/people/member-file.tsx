import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type FormatChoice,
  type MemberList,
  memberColumns,
  type Plans,
  readMembers,
  withColumns,
} from '@tessera/client';
import { useState } from 'react';
import { groupsQuery } from '../../components/group-choice.js';
import type { RecordFile } from '../../data/imports.js';
import { textOf } from '../../text.js';
import { ReadingChoice } from '../import/reading.js';
import type { RowChoice } from './row-choice.js';

type Column = (typeof memberColumns)[number];

const labels: Readonly<Record<Column, string>> = {
  email: textOf('E-mail'),
  name: textOf('Name'),
  groups: textOf('Groups (ids)'),
  plan: textOf('Plan'),
  expires_at: textOf('Ends at'),
  source: textOf('Source'),
  as_of: textOf('As of'),
};

/** The column of the file that contains each value of a member. */
export type MemberMapping = Readonly<Partial<Record<Column, string>>>;

/** The mapping to columns that have the same names as the values. */
export function usualMapping({ columns = [...memberColumns] }: RecordFile): MemberMapping {
  return Object.fromEntries(memberColumns.flatMap((column) => (columns.includes(column) ? [[column, column]] : [])));
}

/** Reads the members from a file. Throws an error whose message is for people. */
export function membersIn(
  file: RecordFile,
  mapping: MemberMapping,
  { plans, ...rows }: RowChoice & { readonly plans: Plans },
): Promise<MemberList> {
  const columns = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  // A column that has the name of another value is used only if a person chose it.
  const others = (file.columns ?? []).filter((column) => memberColumns.some((known) => known === column));
  const renamed = others.flatMap((column): [string, string][] =>
    columns.has(column) ? [] : [[column, `(${column})`]],
  );
  const reader = withColumns(file.reader, new Map([...renamed, ...columns]));
  return readMembers(reader, { ...rows, plans: mapping.plan === undefined ? undefined : plans, ignoresOthers: true });
}

/** The names of plans in a column of a file. */
export async function plansIn(file: RecordFile, column: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const { text } of file.items()) {
    const value = text === undefined ? undefined : new Map(Object.entries(JSON.parse(text))).get(column);
    const name = String(value ?? '').trim();
    if (name !== '') names.add(name);
  }
  return [...names];
}

/** Lets a person choose how a file is read, and which column contains each value. */
export function MemberColumns(props: {
  file: RecordFile;
  choice: FormatChoice;
  onChoice: (choice: FormatChoice) => void;
  mapping: MemberMapping;
  onMapping: (mapping: MemberMapping) => void;
}) {
  const { file, choice, onChoice, mapping, onMapping } = props;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <ReadingChoice reader={file.reader} choice={choice} onChoice={onChoice} />
        {memberColumns.map((column) => (
          <NativeSelect
            key={column}
            label={labels[column]}
            value={mapping[column] ?? ''}
            onChange={({ currentTarget }) => {
              const { [column]: _before, ...others } = mapping;
              onMapping(currentTarget.value === '' ? others : { ...others, [column]: currentTarget.value });
            }}
            data={[{ value: '', label: textOf('No column') }, ...(file.columns ?? memberColumns)]}
          />
        ))}
      </Group>
    </Stack>
  );
}

const shownPlans = 50;

/** Lets a person choose the group of each plan that a file names. */
export function PlanGroups(props: { names: readonly string[]; onPlans: (plans: Plans) => void }) {
  const { names, onPlans } = props;
  const groups = useQuery(groupsQuery());
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const choose = (plan: string, group: string): void => {
    const next = new Map([...chosen, [plan, group]]);
    setChosen(next);
    onPlans(plansOf(names, next));
  };
  if (names.length > shownPlans) {
    return (
      <Text size="sm">
        {textOf('The column has {count} different values: choose the one with the plan.', { count: names.length })}
      </Text>
    );
  }
  const choices = groups.data?.groups.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Group gap="sm" align="flex-end">
      {names.map((plan) => (
        <NativeSelect
          key={plan}
          label={textOf('Group of “{plan}”', { plan })}
          value={chosen.get(plan) ?? ''}
          onChange={({ currentTarget }) => choose(plan, currentTarget.value)}
          data={[{ value: '', label: textOf('No group') }, ...choices]}
        />
      ))}
    </Group>
  );
}

/** The groups of each plan. A plan for which no group was chosen has none. */
export function plansOf(names: readonly string[], chosen: ReadonlyMap<string, string>): Plans {
  return new Map(names.map((name) => [name, [chosen.get(name) ?? ''].filter((id) => id !== '')]));
}
