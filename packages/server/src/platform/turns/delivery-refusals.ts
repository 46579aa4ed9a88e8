import { limits } from '@tessera/contract';
import { errors } from '../errors.js';

/** Creates refusals of deliveries whose `Retry-After` differs from one to the next, so that sources come back one by one. */
export function deliveryRefusals(): () => Error {
  let refused = 0;
  return () => {
    refused += 1;
    const message = 'Too many deliveries wait to be written: send this one again after the seconds of Retry-After.';
    return errors.rateLimited(message, 1 + (refused % limits.deliveryRetrySeconds));
  };
}
