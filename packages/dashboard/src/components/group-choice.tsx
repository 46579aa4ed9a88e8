import { Anchor, Checkbox, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../data/api.js';
import { nodesOf, textOf } from '../text.js';
import { Note } from './basics.js';

/** The groups of the workspace. */
export const groupsQuery = () => read('settings.list_groups', {});

/** One assigned group with its access. */
export interface AssignedGroup {
  readonly group_id: string;
  readonly access: 'read_only' | 'read_write';
}

/**
 * Lets a person choose groups, in form fields named `groups`. With `levels`, also their access, in fields named
 * `level:<id>`.
 */
export function GroupChoice(props: {
  label: string;
  assigned: readonly AssignedGroup[];
  levels?: boolean;
  error?: string | undefined;
}) {
  const { label, assigned, levels, error } = props;
  const groups = useQuery(groupsQuery());
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Stack gap={2} mt={6} p={8} mah="16rem" bd="1px solid var(--app-line)" bdrs="md" style={{ overflowY: 'auto' }}>
        {groups.data?.groups.map((group) => (
          <GroupLine
            key={group.id}
            group={group}
            assigned={assigned.find(({ group_id: id }) => id === group.id)}
            levels={levels === true}
          />
        ))}
        {groups.data?.count === 0 && (
          <Note>
            {nodesOf('There are no groups yet. {link} to say which documents someone may read.', {
              link: (
                <Anchor component={Link} to="/groups" size="sm">
                  {textOf('Make one')}
                </Anchor>
              ),
            })}
          </Note>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function GroupLine(props: {
  group: { id: string; name: string; paths: readonly string[] };
  assigned: AssignedGroup | undefined;
  levels: boolean;
}) {
  const { group, assigned, levels } = props;
  const [chosen, setChosen] = useState(assigned !== undefined);
  const shown = group.paths.slice(0, 3).join(', ');
  const rest = group.paths.length - 3;
  return (
    <Group align="flex-start" gap="sm" px={8} py={6} wrap="nowrap">
      <Checkbox
        name="groups"
        value={group.id}
        label={group.name}
        description={rest > 0 ? textOf('{paths} and {count} more', { paths: shown, count: rest }) : shown}
        checked={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
        flex={1}
      />
      {levels && chosen && (
        <NativeSelect
          name={`level:${group.id}`}
          aria-label={textOf('Level of {group}', { group: group.name })}
          size="xs"
          defaultValue={assigned?.access ?? 'read_only'}
          data={[
            { value: 'read_only', label: textOf('Can read') },
            { value: 'read_write', label: textOf('Can write') },
          ]}
        />
      )}
    </Group>
  );
}
