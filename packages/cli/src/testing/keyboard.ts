import type { Host } from '../host.js';

/** A keyboard with one key, Ctrl-C. */
export function testKeyboard(): { readonly press: () => void; readonly onInterrupt: Host['onInterrupt'] } {
  const handlers = new Set<() => void>();
  return {
    press: () => {
      for (const handler of handlers) handler();
    },
    onInterrupt: (handler) => {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
}
