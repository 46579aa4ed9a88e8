import { endOfDay } from '../../components/days.js';
import { countOf } from '../../components/when.js';
import { api } from '../../data/api.js';
import { groupChange, type Person } from '../../data/people.js';
import { type Change, endChange, sendInvite } from './bulk.js';
import { isInvited } from './invite.js';

/** Actions on many people at once. */
export const actionChoices = [
  { value: 'add', label: 'Add to a group' },
  { value: 'take', label: 'Take out of a group' },
  { value: 'end', label: 'Set an end date' },
  { value: 'endless', label: 'Remove the end date' },
  { value: 'invite', label: 'Send invites again' },
  { value: 'revoke', label: 'Revoke access' },
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

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The chosen action for these people. Undefined as long as its group or day is missing. */
export function actionOf({ kind, group, day }: Choice, selected: readonly Person[]): Action | undefined {
  const active = selected.filter(({ status }) => status === 'active');
  // A group would confine people who can read everything, and only members have an expiry, so these are excluded.
  const confined = active.filter(({ groups }) => groups !== null);
  const members = active.filter(({ role }) => role === 'reader');
  if (kind === 'add' && group !== undefined) {
    const people = confined.filter(({ groups }) => groups?.includes(group.id) !== true);
    return {
      label: `Add ${persons(people)} to ${group.name}`,
      people,
      change: groupChange(group.id, true),
      isEnding: false,
    };
  }
  if (kind === 'take' && group !== undefined) {
    const people = confined.filter(({ groups }) => groups?.includes(group.id) === true);
    return {
      label: `Take ${persons(people)} out of ${group.name}`,
      people,
      change: groupChange(group.id, false),
      isEnding: true,
    };
  }
  if (kind === 'end' && day !== '') {
    const end = endOfDay(day);
    const label = `End access of ${countOf(members.length, 'member')} after ${dayFormat.format(new Date(end))}`;
    return { label, people: members, change: endChange(end), isEnding: true };
  }
  if (kind === 'endless') {
    const people = members.filter(({ expires_at: at }) => at !== null);
    const label = `Remove the end date of ${countOf(people.length, 'member')}`;
    return { label, people, change: endChange(null), isEnding: false };
  }
  if (kind === 'invite') {
    const people = active.filter(isInvited);
    return { label: `Send ${persons(people)} the invite again`, people, change: sendInvite, isEnding: false };
  }
  if (kind === 'revoke') {
    const change: Change = ({ id }) => api().call('people.remove', { params: { id } });
    return { label: `Revoke access of ${persons(active)}`, people: active, change, isEnding: true };
  }
  return undefined;
}

function persons(people: readonly Person[]): string {
  return countOf(people.length, 'person', 'people');
}
