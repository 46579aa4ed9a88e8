/** The changes that a person made to the columns of a collection, by column id. */
export interface KeptLayout {
  readonly order?: string[];
  readonly visible?: Record<string, boolean>;
  readonly widths?: Record<string, number>;
}

const prefix = 'tessera.columns:';

/**
 * Reads a person's changes. `storageKey` contains person, workspace and collection. Unreadable changes count as none.
 */
export function readLayout(storageKey: string): KeptLayout {
  try {
    return layoutOf(JSON.parse(localStorage.getItem(prefix + storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores a person's changes. If the browser has no storage, they are lost with the page. */
export function keepLayout(storageKey: string, layout: KeptLayout): void {
  try {
    if (Object.keys(layout).length === 0) {
      localStorage.removeItem(prefix + storageKey);
    } else {
      localStorage.setItem(prefix + storageKey, JSON.stringify(layout));
    }
  } catch {
    // Storage may be full or disabled. The changes are then lost with the page.
  }
}

/** Keeps only values of the right type. */
export function layoutOf(stored: unknown): KeptLayout {
  const { order, visible, widths } = (stored ?? {}) as Record<string, unknown>;
  return {
    ...(Array.isArray(order) && order.every((id) => typeof id === 'string') ? { order } : {}),
    ...(isRecordOf(visible, 'boolean') ? { visible: visible as Record<string, boolean> } : {}),
    ...(isRecordOf(widths, 'number') ? { widths: widths as Record<string, number> } : {}),
  };
}

function isRecordOf(value: unknown, type: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => typeof each === type)
  );
}

/** The order after moving one column by one position to the left (-1) or right (1) among those given. */
export function moved(order: readonly string[], id: string, step: -1 | 1): string[] {
  const from = order.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= order.length) {
    return [...order];
  }
  const rest = order.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
