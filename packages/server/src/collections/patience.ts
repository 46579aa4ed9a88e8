import { limits } from '@tessera/contract';

/** Tells a request when to leave to the background what it has been waiting for. */
export function endOfPatience(): AbortSignal {
  return AbortSignal.timeout(limits.patienceSeconds * 1_000);
}
