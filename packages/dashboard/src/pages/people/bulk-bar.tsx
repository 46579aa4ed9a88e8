import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs.js';
import { groupsQuery } from '../../components/group-choice.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import type { Person } from '../../data/people.js';
import { textOf } from '../../text.js';
import { type Action, actionChoices, actionOf } from './actions.js';
import { type Refused, useBulk } from './bulk.js';
import { CopyInvites } from './invites.js';
import classes from './people.module.css';

/** Selects people in a list, and changes the selected ones. */
export function BulkBar(props: {
  shown: readonly Person[];
  selected: readonly Person[];
  onSelect: (people: readonly Person[]) => void;
}) {
  const { shown, selected, onSelect } = props;
  const count = selected.length;
  return (
    <div className={classes.bulk}>
      <Group justify="space-between" gap="sm" mih={36}>
        <Checkbox
          label={
            count === 0
              ? textOf('Select all {count} person|Select all {count} people', { count: shown.length })
              : textOf('{count} selected', { count })
          }
          checked={count > 0 && count === shown.length}
          indeterminate={count > 0 && count < shown.length}
          onChange={() => onSelect(count === shown.length ? [] : shown)}
        />
        <CopyInvites people={selected} />
      </Group>
      {count > 0 && <Actions selected={selected} onDone={() => onSelect([])} />}
    </div>
  );
}

function Actions({ selected, onDone }: { selected: readonly Person[]; onDone: () => void }) {
  const [kind, setKind] = useState('add');
  const [groupId, setGroupId] = useState('');
  const [day, setDay] = useState('');
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const groups = useQuery(groupsQuery()).data?.groups ?? [];
  const { run, done } = useBulk();
  const group = groups.find(({ id }) => id === groupId);
  const action = actionOf({ kind, group, day }, selected);
  const [asking, setAsking] = useState<Action>();
  const start = ({ label, people, change }: Action): void => {
    run.mutate(
      { people, change },
      {
        onSuccess: (left) => {
          setRefused(left);
          if (left.length === 0) {
            sayDone(textOf('Done: {action}.', { action: label }));
            onDone();
          }
        },
        onError: sayFailed,
      },
    );
  };
  return (
    <Stack gap="sm" mt="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          aria-label={textOf('What to do')}
          value={kind}
          data={actionChoices}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
        {(kind === 'add' || kind === 'take') && (
          <NativeSelect
            aria-label={textOf('Group')}
            value={groupId}
            data={[
              { value: '', label: textOf('Choose a group') },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => setGroupId(currentTarget.value)}
          />
        )}
        {kind === 'end' && (
          <TextInput
            type="date"
            aria-label={textOf('Last day')}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
        {action !== undefined && (
          <Button
            {...(action.isEnding ? { color: 'red' } : {})}
            disabled={action.people.length === 0}
            loading={run.isPending}
            onClick={() => (kind === 'revoke' ? setAsking(action) : start(action))}
          >
            {action.label}
          </Button>
        )}
      </Group>
      {run.isPending && (
        <Text size="sm" role="status">
          {textOf('{done} of {total} done', { done, total: run.variables.people.length })}
        </Text>
      )}
      {refused.length > 0 && <NotChanged refused={refused} />}
      {asking !== undefined && (
        <ConfirmDialog
          title={textOf('{action}?', { action: asking.label })}
          action={asking.label}
          onClose={() => setAsking(undefined)}
          confirm={async () => start(asking)}
        >
          {textOf(
            'Access ends at once: pages, API, agents and search. Their groups are lost, and seats of members are free.',
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function NotChanged({ refused }: { refused: readonly Refused[] }) {
  return (
    <Alert
      color="red"
      title={textOf('Not changed: {count} person|Not changed: {count} people', { count: refused.length })}
      role="alert"
    >
      <ul className={classes.documents}>
        {refused.map(({ person, message }) => (
          <li key={person.id}>
            {person.email}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
