/** Which transactions had ended when a statement ran: all below `end` but those still running. Numbers as text. */
export interface Snapshot {
  readonly end: string;
  readonly running: readonly string[];
}

/** The snapshot of the statement that it is part of, as SQL that `readSnapshot` reads; the own transaction is still running. */
export const snapshotSql = `pg_current_snapshot()::text || ':' || coalesce(pg_current_xact_id_if_assigned()::text, '')`;

/** Reads what `snapshotSql` answers: the lowest number running, the end, all that are running, and the own number. */
export function readSnapshot(text: string): Snapshot {
  const [, end = '0', running = '', own = ''] = text.split(':');
  return { end, running: [...running.split(','), own].filter((number) => number !== '') };
}

/** Whether more had ended in the one snapshot than in the other, both of one server. */
export function isLater(snapshot: Snapshot, other: Snapshot): boolean {
  const ahead = BigInt(snapshot.end) - BigInt(other.end);
  return ahead > 0n || (ahead === 0n && snapshot.running.length < other.running.length);
}
