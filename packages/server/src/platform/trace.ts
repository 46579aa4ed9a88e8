import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();
const traceparent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace id of a W3C `traceparent` header; undefined if absent or malformed. */
export function traceIdOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : traceparent.exec(header)?.[1];
}

/** Runs work in the trace of its caller, so that outgoing requests can send the same `traceparent`. */
export function inTrace<Result>(header: string | undefined, work: () => Result): Result {
  return traceIdOf(header) === undefined ? work() : traces.run(header as string, work);
}

/** The headers that continue the current trace; empty if there is none. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const header = traces.getStore();
  return header === undefined ? {} : { traceparent: header };
}
