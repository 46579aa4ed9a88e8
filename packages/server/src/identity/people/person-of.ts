import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Person } from './queries.js';

/**
 * The person of a session or personal token. Throws `forbidden` for a session of a sign-in link, which has no person.
 */
export function personOf(principal: Principal): Omit<Person, 'language'> {
  if (principal.personId === undefined) {
    throw errors.forbidden('This browser is signed in to one workspace only: sign in by code to do this.');
  }
  return { id: principal.personId, email: principal.email ?? '', name: principal.name };
}
