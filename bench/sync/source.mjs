/**
 * The source of a sync: records that change at times of differing clocks, and webhooks, some of which are lost,
 * repeated, late or about no record.
 */

/** Clock offsets of the source's machines, in seconds. */
const clockOffsets = [0, 90, -45];
const initialRecords = 400;
const longestDelay = 60;
/** Shares of the webhooks to which this happens. */
const shares = { dropped: 0.03, doubled: 0.05, delayed: 0.2, foreign: 0.05, again: 0.1 };
/** Precision of the source's clock. Changes of a record within it have the same time and different sequence numbers. */
const clockSeconds = 10;
/** Kinds of changes with their share. */
const changes = [
  [0.7, 'text'],
  [0.85, 'price'],
  [0.93, 'create'],
  [0.98, 'delete'],
];

/** Creates a source that starts at the given time. `random` returns numbers from 0 to 1. */
export function createSource({ startMs, random }) {
  const records = new Map();
  const changedAt = new Map();
  const counts = { changes: 0, 'equal clocks': 0, dropped: 0, doubled: 0, delayed: 0, 'foreign events': 0 };
  const state = { second: 0, nextId: 1, version: 0 };
  const chance = (share) => random() < share;
  const pick = (list) => list[Math.floor(random() * list.length)];

  const write = (id, change) => {
    state.version += 1;
    const seconds = startMs / 1_000 + state.second + clockOffsets[id % clockOffsets.length];
    const at = new Date(Math.floor(seconds / clockSeconds) * clockSeconds * 1_000).toISOString();
    const earlier = records.get(id);
    const record = { ...earlier, ...change, id, at, sequence: state.version };
    counts['equal clocks'] += earlier?.at === at ? 1 : 0;
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

  /** The changes of one second: none, a record, or a deletion. */
  const change = () => {
    const draw = random();
    const kind = changes.find(([share]) => draw < share)?.[1];
    const id = pick([...records.keys()]);
    if (kind === 'create') {
      const created = create();
      return chance(shares.again) ? [eventOf('created', created), renamed(created.id)] : [eventOf('created', created)];
    }
    if (kind === 'text') return chance(shares.again) ? [renamed(id), renamed(id)] : [renamed(id)];
    if (kind === 'price') return [eventOf('updated', write(id, { price: state.version }))];
    if (kind === 'delete') {
      records.delete(id);
      changedAt.delete(id);
      return [{ deleted: id }];
    }
    return [];
  };
  const renamed = (id) => eventOf('updated', write(id, { name: textOf(id) }));
  const arrivalsOf = (event) => {
    if (chance(shares.dropped)) {
      counts.dropped += 1;
      return [];
    }
    const copies = chance(shares.doubled) ? 2 : 1;
    counts.doubled += copies - 1;
    return Array.from({ length: copies }, () => {
      const isDelayed = chance(shares.delayed);
      counts.delayed += isDelayed ? 1 : 0;
      return { ...event, second: state.second + (isDelayed ? 1 + Math.floor(random() * longestDelay) : 0) };
    });
  };
  /** An event about a record without its fields, or about something else with the same id. */
  const foreign = () => {
    counts['foreign events'] += 1;
    const id = pick([...records.keys()]);
    const about = chance(0.5)
      ? { type: 'price.created', part: { id, name: 'a price' } }
      : { type: 'part.updated', part: { id } };
    const at = new Date(startMs + (state.second + longestDelay) * 1_000).toISOString();
    return { foreign: { ...about, at, sequence: state.version }, second: state.second };
  };

  return {
    records,
    counts,
    /** Advances the time by a second; returns the resulting webhooks with their time of arrival. */
    tick: () => {
      state.second += 1;
      const events = change();
      counts.changes += events.length;
      return [...events.flatMap(arrivalsOf), ...(chance(shares.foreign) ? [foreign()] : [])];
    },
    second: () => state.second,
    /** Records that have changed since a second. */
    changedSince: (second) => [...records.values()].filter(({ id }) => changedAt.get(id) >= second),
  };
}

/** A change as a webhook of the source. */
function eventOf(kind, { id, name, price, at, sequence }) {
  return { event: { type: `part.${kind}`, at, sequence, part: { id, name, price } } };
}

/** A record as the source exports it. The form of the id varies, as in spreadsheets and files. */
export function exported({ id, name, price, at, sequence }, turn) {
  const spellings = [id, String(id), `${id}.0`, ` ${id} `];
  return { id: spellings[(id + turn) % spellings.length], name, price, write_date: [at, sequence] };
}
