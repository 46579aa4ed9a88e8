import { useSyncExternalStore } from 'react';

/** A value outside of the components, which keeps those that use it up to date. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** The value, in a component. */
  use(): Value;
}

/** Creates a store with its first value. */
export function createStore<Value>(first: Value): Store<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  const get = (): Value => current;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(listen, get),
  };
}
