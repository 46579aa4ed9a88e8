/** The content of a view, as in the address of the page. */
interface Shows {
  readonly filter?: string | undefined;
  readonly order?: string | undefined;
  readonly find?: string | undefined;
}

/** A search, a filter and an order that a person has saved under a name. */
export interface View {
  readonly name: string;
  readonly shows: Shows;
}

const prefix = 'tessera.views:';

/** Reads a person's saved views at `storageKey`: person, workspace and collection. Unreadable ones are dropped. */
export function readViews(storageKey: string): View[] {
  try {
    return viewsOf(JSON.parse(localStorage.getItem(prefix + storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the views of a person at `storageKey`. Without storage, they are lost with the page. */
export function keepViews(storageKey: string, views: readonly View[]): void {
  try {
    localStorage.setItem(prefix + storageKey, JSON.stringify(views));
  } catch {
    // Storage may be full or turned off.
  }
}

/** Drops values of the wrong shape. */
export function viewsOf(stored: unknown): View[] {
  return (Array.isArray(stored) ? stored : []).flatMap((view: unknown) => {
    const { name, shows } = (view ?? {}) as Record<string, unknown>;
    const { filter, order, find } = (shows ?? {}) as Record<string, unknown>;
    const kept = [filter, order, find].map((each) => (typeof each === 'string' ? each : undefined));
    return typeof name === 'string' ? [{ name, shows: { filter: kept[0], order: kept[1], find: kept[2] } }] : [];
  });
}
