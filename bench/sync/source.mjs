/** The source of a sync: records that change, with clocks that differ, and webhooks that do not all arrive as they should. */

/** Seconds by which the clocks of the source's machines differ from the time. */
const clockOffsets = [0, 90, -45];
const initialRecords = 400;
const longestDelay = 60;
/** How often something happens to a webhook. */
const shares = { dropped: 0.03, doubled: 0.05, delayed: 0.2 };
/** What changes, by its share. */
const changes = [
  [0.7, 'text'],
  [0.85, 'price'],
  [0.93, 'create'],
  [0.98, 'delete'],
];

/** A source whose seconds begin at a time. `random` returns numbers from 0 to 1. */
export function createSource({ startMs, random }) {
  const records = new Map();
  const changedAt = new Map();
  const counts = { changes: 0, dropped: 0, doubled: 0, delayed: 0 };
  const state = { second: 0, nextId: 1, version: 0 };
  const chance = (share) => random() < share;
  const pick = (list) => list[Math.floor(random() * list.length)];

  const write = (id, change) => {
    state.version += 1;
    const ms = startMs + (state.second + clockOffsets[id % clockOffsets.length]) * 1_000;
    const microseconds = String(state.version % 1_000_000).padStart(6, '0');
    const record = {
      ...records.get(id),
      ...change,
      id,
      write_date: `${new Date(ms).toISOString().slice(0, 19)}.${microseconds}Z`,
    };
    records.set(id, record);
    changedAt.set(id, state.second);
    return record;
  };
  const textOf = (id) => `Part ${id} revision ${state.version + 1}`;
  const create = () => {
    const id = state.nextId++;
    return write(id, { name: textOf(id), price: 10 });
  };
  for (let made = 0; made < initialRecords; made += 1) create();

  /** What one second changes: nothing, or a record, or an id that is gone. */
  const change = () => {
    const draw = random();
    const kind = changes.find(([share]) => draw < share)?.[1];
    const id = pick([...records.keys()]);
    if (kind === 'create') return { record: create() };
    if (kind === 'text') return { record: write(id, { name: textOf(id) }) };
    if (kind === 'price') return { record: write(id, { price: state.version }) };
    if (kind === 'delete') {
      records.delete(id);
      changedAt.delete(id);
      return { deleted: id };
    }
    return undefined;
  };

  return {
    records,
    counts,
    /** Moves the time on by a second; returns the webhooks that it causes, each with the second in which it arrives. */
    tick: () => {
      state.second += 1;
      const changed = change();
      if (changed === undefined) return [];
      counts.changes += 1;
      if (chance(shares.dropped)) {
        counts.dropped += 1;
        return [];
      }
      const copies = chance(shares.doubled) ? 2 : 1;
      counts.doubled += copies - 1;
      return Array.from({ length: copies }, () => {
        const isDelayed = chance(shares.delayed);
        counts.delayed += isDelayed ? 1 : 0;
        return { ...changed, second: state.second + (isDelayed ? 1 + Math.floor(random() * longestDelay) : 0) };
      });
    },
    second: () => state.second,
    /** Records that have changed since a second. */
    changedSince: (second) => [...records.values()].filter(({ id }) => changedAt.get(id) >= second),
  };
}
