/** Signals that are closer together than this come from one key press. */
const onePressMs = 500;

/**
 * Calls the handler once per press of Ctrl-C. The terminal sends the signal to every process, and npm forwards it
 * again, so each press arrives twice.
 */
export function oncePerPress(handler: () => void, clock: () => number = Date.now): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    if (now - lastAt >= onePressMs) {
      lastAt = now;
      handler();
    }
  };
}
