import { limits } from '@tessera/contract';
import { errors } from '../../platform/errors.js';

/** What a request wants to save has not been prepared, or what it was prepared for has changed since. */
export class NotPreparedError extends Error {}

/** How often others may get between preparing and saving. */
const maxTries = 5;

/**
 * Saves what takes a look at every record first, so that it counts for all of them from one moment on. `prepare` is given
 * the signal that tells when a request has waited long enough; what it has done by then stays, for who asks again. Throws
 * `unavailable` when that is not enough: nothing is saved then.
 */
export async function savePrepared<Result>(
  prepare: (signal: AbortSignal) => Promise<void>,
  save: () => Promise<Result>,
): Promise<Result> {
  const patience = AbortSignal.timeout(limits.patienceSeconds * 1_000);
  for (let attempt = 1; attempt <= maxTries && !patience.aborted; attempt += 1) {
    await prepare(patience);
    try {
      return await save();
    } catch (error) {
      if (!(error instanceof NotPreparedError)) {
        throw error;
      }
    }
  }
  throw errors.unavailable(
    'The records of this collection are still being looked through for that, and nothing has changed yet: repeat the request, which goes on where it was.',
  );
}
