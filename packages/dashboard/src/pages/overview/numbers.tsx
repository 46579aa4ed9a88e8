import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { counted } from '../../components/basics.js';
import { countedByDay } from '../../components/days.js';
import { Sparkline } from '../../components/sparkline.js';
import { textOf } from '../../text.js';
import classes from './overview.module.css';
import { changedQuery, type Day, statisticsQuery } from './queries.js';
import type { WorkspaceState } from './state.js';

const days = 30;

/** The numbers of the workspace: its content, and its activity in the last 30 days if known. */
export function Numbers({ state }: { state: WorkspaceState }) {
  const { isAdmin } = useSession();
  const { collections, managed, seats } = state;
  const statistics = useQuery(statisticsQuery(managed, days)).data;
  const records = collections?.reduce((sum, entry) => sum + entry.records, 0);
  const written = statistics?.reduce((sum, day) => sum + day.written, 0) ?? 0;
  return (
    <div className={classes.numbers}>
      <Tile
        label={textOf('Records')}
        value={records}
        note={statistics && textOf('{count} written in {days} days', { count: written, days })}
        to="/collections"
      >
        {statistics !== undefined && written > 0 && (
          <Sparkline
            days={statistics.map((day) => [day.written])}
            label={textOf('Records written a day, {days} days, {written} in all', { days, written })}
          />
        )}
      </Tile>
      <Documents />
      <Queries statistics={statistics} isKnown={statistics !== undefined} />
      {isAdmin && (
        <Tile
          label={textOf('Member seats')}
          value={seats?.seats_used}
          note={seats && textOf('of {seats}', { seats: seats.reader_seats })}
          to="/people?role=reader"
        >
          <Bar share={seats === undefined ? 0 : seats.seats_used / Math.max(1, seats.reader_seats)} />
        </Tile>
      )}
    </div>
  );
}

function Queries({ statistics = [], isKnown }: { statistics: readonly Day[] | undefined; isKnown: boolean }) {
  const sum = (verdict: 'high' | 'low' | 'none'): number => statistics.reduce((total, day) => total + day[verdict], 0);
  const [high, low, none] = [sum('high'), sum('low'), sum('none')];
  return (
    <Tile
      label={textOf('Queries, {days} days', { days })}
      value={isKnown ? high + low + none : undefined}
      note={isKnown ? textOf('{high} high, {low} low, {none} none', { high, low, none }) : undefined}
      to="/collections"
    >
      {high + low + none > 0 && (
        <Sparkline
          days={statistics.map((day) => [day.high, day.low, day.none])}
          label={textOf('Verdicts a day, {days} days: {high} high, {low} low, {none} none', { days, high, low, none })}
        />
      )}
    </Tile>
  );
}

function Documents() {
  const changed = useQuery(changedQuery()).data;
  const byDay = countedByDay(changed?.documents.map(({ updated_at: at }) => at) ?? [], days);
  const recent = byDay.reduce((sum, count) => sum + count, 0);
  // If the list has more pages within these days, it does not show the total.
  const isWhole = changed !== undefined && (changed.next_cursor === null || recent < changed.documents.length);
  return (
    <Tile
      label={textOf('Documents')}
      value={changed?.count}
      note={
        changed &&
        (isWhole ? textOf('{count} changed in {days} days', { count: recent, days }) : textOf('In all repos'))
      }
      to="/documents"
    >
      {isWhole && (
        <Sparkline
          days={byDay.map((count) => [count])}
          label={textOf('Documents by the day of their last change, {days} days, most on one day: {most}', {
            days,
            most: Math.max(...byDay),
          })}
        />
      )}
    </Tile>
  );
}

function Tile(props: {
  label: string;
  value: number | undefined;
  note: string | undefined;
  to: string;
  children?: ReactNode;
}) {
  return (
    <Link to={props.to} className={classes.figure}>
      <Text span size="sm" fw={550}>
        {props.label}
      </Text>
      <Text span inherit fz="1.75rem" fw={650} lh={1.3}>
        {props.value === undefined ? '–' : counted(props.value)}
      </Text>
      <span className={classes.note}>{props.note}</span>
      <Group component="span" grow align="end" h="1.75rem">
        {props.children}
      </Group>
    </Link>
  );
}
