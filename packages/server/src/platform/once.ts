/**
 * Runs work at the first call, and returns that result from every call. Used for a request's body, which can be read
 * only once.
 */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
