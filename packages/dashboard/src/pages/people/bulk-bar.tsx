import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tessera/client';
import { useState } from 'react';
import { sayDone, sayFailed } from '../../components/basics.js';
import { endOfDay } from '../../components/days.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { groupsQuery } from '../../components/group-choice.js';
import { api, groupChange, isRefusal, type Person } from '../../data/api.js';
import { language, textOf } from '../../text.js';
import { CopyInvites } from './invites.js';
import classes from './people.module.css';
import { isInvited, notSent } from './person.js';

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
      <ul className="lines">
        {refused.map(({ person, message }) => (
          <li key={person.id}>
            {person.email}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Actions on many people at once. */
const actionChoices = [
  { value: 'add', label: textOf('Add to a group') },
  { value: 'take', label: textOf('Take out of a group') },
  { value: 'end', label: textOf('Set an end date') },
  { value: 'endless', label: textOf('Remove the end date') },
  { value: 'invite', label: textOf('Send invites again') },
  { value: 'revoke', label: textOf('Revoke access') },
];

/** An action on some people: the label of its button, the people to whom it applies, and the change for each. */
interface Action {
  readonly label: string;
  readonly people: readonly Person[];
  readonly change: Change;
  readonly isEnding: boolean;
}

interface Choice {
  readonly kind: string;
  readonly group: { readonly id: string; readonly name: string } | undefined;
  /** A day such as `2031-05-17`. */
  readonly day: string;
}

const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** The chosen action for these people. Undefined as long as its group or day is missing. */
function actionOf({ kind, group, day }: Choice, selected: readonly Person[]): Action | undefined {
  const active = selected.filter(({ status }) => status === 'active');
  // A group would confine people who can read everything, and only members have an expiry, so these are excluded.
  const confined = active.filter(({ groups }) => groups !== null);
  const members = active.filter(({ role }) => role === 'reader');
  if (kind === 'add' && group !== undefined) {
    const people = confined.filter(({ groups }) => groups?.includes(group.id) !== true);
    return {
      label: textOf('Add {count} person to {group}|Add {count} people to {group}', {
        count: people.length,
        group: group.name,
      }),
      people,
      change: groupChange(group.id, true),
      isEnding: false,
    };
  }
  if (kind === 'take' && group !== undefined) {
    const people = confined.filter(({ groups }) => groups?.includes(group.id) === true);
    return {
      label: textOf('Take {count} person out of {group}|Take {count} people out of {group}', {
        count: people.length,
        group: group.name,
      }),
      people,
      change: groupChange(group.id, false),
      isEnding: true,
    };
  }
  if (kind === 'end' && day !== '') {
    const end = endOfDay(day);
    const label = textOf('End access of {count} member after {day}|End access of {count} members after {day}', {
      count: members.length,
      day: dayFormat.format(new Date(end)),
    });
    return { label, people: members, change: endChange(end), isEnding: true };
  }
  if (kind === 'endless') {
    const people = members.filter(({ expires_at: at }) => at !== null);
    const label = textOf('Remove the end date of {count} member|Remove the end date of {count} members', {
      count: people.length,
    });
    return { label, people, change: endChange(null), isEnding: false };
  }
  if (kind === 'invite') {
    const people = active.filter(isInvited);
    const label = textOf('Send {count} person the invite again|Send {count} people the invite again', {
      count: people.length,
    });
    return { label, people, change: sendInvite, isEnding: false };
  }
  if (kind === 'revoke') {
    const change: Change = ({ id }) => api().call('people.remove', { params: { id } });
    const label = textOf('Revoke access of {count} person|Revoke access of {count} people', { count: active.length });
    return { label, people: active, change, isEnding: true };
  }
  return undefined;
}

/** A person whose change was refused, with the reason. */
interface Refused {
  readonly person: Person;
  readonly message: string;
}

/** One change of one person. */
type Change = (person: Person) => Promise<unknown>;

/** Makes the same change for many people, one after the other, and collects the errors. */
function useBulk() {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const run = useMutation({
    mutationFn: async ({ people, change }: { people: readonly Person[]; change: Change }): Promise<Refused[]> => {
      const refused: Refused[] = [];
      setDone(0);
      for (const person of people) {
        try {
          await change(person);
        } catch (error) {
          if (!concernsOne(error)) throw error;
          refused.push({ person, message: error.message });
        }
        setDone((before) => before + 1);
      }
      return refused;
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [id] }) => /^(people|settings)\./.test(String(id)) }),
  });
  return { run, done };
}

/** The error of one entry in a call that succeeded as a whole. */
class EntryRefused extends Error {
  override readonly name = 'EntryRefused';
}

/** Whether an error is about one person, so that the change can continue with the others. */
function concernsOne(error: unknown): error is Error {
  const isConflict = isRefusal(error, 'workspace_conflict');
  return (
    error instanceof EntryRefused ||
    (error instanceof ApiError && error.status < 500 && error.status !== 401 && !isConflict)
  );
}

/** Sets the expiry of what a member was granted by hand; null for none. */
function endChange(expiresAt: string | null): Change {
  return async ({ id, email }) => {
    const { by_hand: byHand } = await api().call('settings.get_access', { params: { id } });
    const groups = byHand.map(({ group_id: groupId }) => groupId);
    const members = [{ email, groups, expires_at: expiresAt }];
    const { failed } = await api().call('settings.sync_members', { body: { members } });
    const [refused] = failed;
    if (refused !== undefined) throw new EntryRefused(refused.message);
  };
}

/** Sends the invitation of a person again. Without a mail server this fails for everyone, so it stops at the first. */
const sendInvite: Change = async ({ id }) => {
  const { reason } = await api().call('people.invite', { params: { id } });
  if (reason === 'no_mail_server') throw new Error(notSent.no_mail_server);
  if (reason !== null) throw new EntryRefused(notSent[reason]);
};
