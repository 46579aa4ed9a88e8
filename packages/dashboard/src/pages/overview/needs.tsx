import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loading, Panel } from '../../components/basics.js';
import { Icon, type IconName } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { expiresSoonDays, peopleFound } from '../people/filter.js';
import classes from './overview.module.css';
import type { WorkspaceState } from './state.js';

interface Need {
  readonly text: string;
  readonly icon: IconName;
  /** The URL of the list that the entry is about. */
  readonly to: string;
}

/** What needs attention, each with a link to the list that it is about. If there is nothing, says so. */
export function NeedsYou({ state }: { state: WorkspaceState }) {
  const needs = [...needsOfCollections(state), ...needsOfAccess(state)];
  return (
    <Panel title={textOf('Needs you')} flush>
      {state.isSettled ? (
        <>
          <ul className="list">
            {needs.map(({ text, icon, to }) => (
              <li key={text}>
                <Link to={to} className={classes.need}>
                  <Icon name={icon} />
                  <span>{text}</span>
                  <Icon name="chevron" size={16} />
                </Link>
              </li>
            ))}
          </ul>
          <Rest isComplete={state.isComplete} isEmpty={needs.length === 0} />
        </>
      ) : (
        <Loading lines={2} />
      )}
    </Panel>
  );
}

function Rest({ isComplete, isEmpty }: { isComplete: boolean; isEmpty: boolean }) {
  if (!isComplete) {
    return (
      <Text size="sm" p="md" role="status">
        {textOf('Part of it could not be read, so there may be more.')}
      </Text>
    );
  }
  return isEmpty ? (
    <Group gap="sm" wrap="nowrap" px="lg" py={8} mih={44} fz="sm">
      <Icon name="check" />
      {textOf('Nothing. No open findings, no failed embeddings, and nobody is waiting.')}
    </Group>
  ) : null;
}

function needsOfCollections({ collections = [], findings = [] }: WorkspaceState): Need[] {
  return [
    ...findings
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => ({
        text: textOf('{count} open finding in {name}|{count} open findings in {name}', { count, name }),
        icon: 'alert' as const,
        to: `/collections/${name}?tab=findings`,
      })),
    ...collections
      .filter(({ failed_embed: failed }) => failed > 0)
      .map(({ name, failed_embed: failed }) => ({
        text: textOf('{count} record of {name} could not be embedded|{count} records of {name} could not be embedded', {
          count: failed,
          name,
        }),
        icon: 'alert' as const,
        to: `/collections/${name}`,
      })),
  ];
}

function needsOfAccess({ people = [], webhooks = [], seats }: WorkspaceState): Need[] {
  const pending = peopleFound(people, { status: 'pending' }).length;
  const ending = peopleFound(people, { status: 'ending' }).length;
  const isFull = seats !== undefined && seats.seats_used >= seats.reader_seats;
  return [
    ...webhooks
      .filter(({ failing_since: since }) => since !== null)
      .map(({ id, url, description, enabled }) => ({
        text: textOf(enabled ? '{webhook} refuses events' : '{webhook} failed and is off', {
          webhook: description ?? new URL(url).host,
        }),
        icon: 'plug' as const,
        to: `/webhooks?webhook=${id}`,
      })),
    ...(isFull
      ? [{ text: textOf('Every member seat is taken'), icon: 'people' as const, to: '/people?role=reader' }]
      : []),
    ...(ending > 0
      ? [
          {
            text: textOf(
              'Access of {count} person ends within {days} days|Access of {count} people ends within {days} days',
              { count: ending, days: expiresSoonDays },
            ),
            icon: 'clock' as const,
            to: '/people?status=ending',
          },
        ]
      : []),
    ...(pending > 0
      ? [
          {
            text: textOf('{count} pending invite|{count} pending invites', { count: pending }),
            icon: 'people' as const,
            to: '/people?status=pending',
          },
        ]
      : []),
  ];
}
