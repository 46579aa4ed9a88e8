import { endOfDay } from '../../components/days.js';
import { api } from '../../data/api.js';
import { groupChange, type Person } from '../../data/people.js';
import { language, textOf } from '../../text.js';
import { type Change, endChange, sendInvite } from './bulk.js';
import { isInvited } from './invite.js';

/** Actions on many people at once. */
export const actionChoices = [
  { value: 'add', label: textOf('Add to a group') },
  { value: 'take', label: textOf('Take out of a group') },
  { value: 'end', label: textOf('Set an end date') },
  { value: 'endless', label: textOf('Remove the end date') },
  { value: 'invite', label: textOf('Send invites again') },
  { value: 'revoke', label: textOf('Revoke access') },
];

/** An action on some people: the label of its button, the people to whom it applies, and the change for each. */
export interface Action {
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
export function actionOf({ kind, group, day }: Choice, selected: readonly Person[]): Action | undefined {
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
