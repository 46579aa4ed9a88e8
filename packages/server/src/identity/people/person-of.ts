import type { Principal } from '../../principals/principal.js';
import type { Person } from './queries.js';

/** The person behind a session or personal token. Throws for any other principal: policies keep those out. */
export function personOf(principal: Principal): Person {
  if (principal.personId === undefined) {
    throw new Error(`a ${principal.kind} belongs to no person`);
  }
  return { id: principal.personId, email: principal.email ?? '', name: principal.name };
}
