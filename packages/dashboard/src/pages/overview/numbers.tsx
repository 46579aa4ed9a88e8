import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.js';
import { Bar } from '../../parts/bar.js';
import { countedByDay } from '../../parts/days.js';
import { Sparkline } from '../../parts/sparkline.js';
import { counted, countOf } from '../../parts/when.js';
import classes from './overview.module.css';
import { changedQuery } from './queries.js';
import type { WorkspaceState } from './state.js';

const days = 30;

/** How much there is in the workspace; where its days are known, the last 30 of them. */
export function Numbers({ state }: { state: WorkspaceState }) {
  const { isAdmin } = useSession();
  const { collections, findings, seats } = state;
  const records = collections?.reduce((sum, entry) => sum + entry.records, 0);
  const open = findings?.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.numbers}>
      <Tile
        label="Records"
        value={records}
        note={collections && countOf(collections.length, 'collection')}
        to="/collections"
      />
      <Documents />
      <Tile label="Open findings" value={open} note="Values that do not match" to="/collections" />
      {isAdmin && (
        <Tile
          label="Member seats"
          value={seats?.seats_used}
          note={seats && `of ${counted(seats.reader_seats)}`}
          to="/people?role=reader"
        >
          <Bar share={seats === undefined ? 0 : seats.seats_used / Math.max(1, seats.reader_seats)} />
        </Tile>
      )}
    </div>
  );
}

function Documents() {
  const changed = useQuery(changedQuery()).data;
  const byDay = countedByDay(changed?.documents.map(({ updated_at: at }) => at) ?? [], days);
  const recent = byDay.reduce((sum, count) => sum + count, 0);
  // A list that goes on before its days are over does not show how many there were.
  const isWhole = changed !== undefined && (changed.next_cursor === null || recent < changed.documents.length);
  return (
    <Tile
      label="Documents"
      value={changed?.count}
      note={changed && (isWhole ? `${counted(recent)} changed in ${days} days` : 'In all repos')}
      to="/documents"
    >
      {isWhole && (
        <Sparkline
          values={byDay}
          label={`Documents by the day of their last change, ${days} days, most on one day: ${counted(Math.max(...byDay))}`}
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
      <span className={classes.label}>{props.label}</span>
      <span className={classes.value}>{props.value === undefined ? '–' : counted(props.value)}</span>
      <span className={classes.note}>{props.note}</span>
      <span className={classes.chart}>{props.children}</span>
    </Link>
  );
}
