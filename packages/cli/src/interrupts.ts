/** Signals that are not further apart come from one key press. */
const onePressMs = 500;

/**
 * Calls the handler once for each press of Ctrl-C. npm passes on the signal that the terminal has already sent to every
 * process, so that one press arrives twice.
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
