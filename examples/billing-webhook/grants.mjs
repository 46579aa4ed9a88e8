import { ApiError } from '@tessera/client';

/** @typedef {{ email: string, name?: string } & import('./plans.mjs').Purchase} Customer */

/**
 * Grants a customer exactly what was bought, whatever they had before. Idempotent.
 * @param {import('@tessera/client').Client} client
 * @param {Customer} customer
 * @returns {Promise<'granted' | 'changed'>}
 */
export async function grant(client, { email, name, groups, access = 'read_only' }) {
  try {
    await client.members.grant({ body: { email, ...(name ? { name } : {}), groups: [...groups], access } });
    return 'granted';
  } catch (error) {
    // The customer is already a member: the event was delivered again, or they have bought something else.
    if (!(error instanceof ApiError) || error.code !== 'member_exists') {
      throw error;
    }
  }
  const assignments = groups.map((group) => ({ group_id: group, access }));
  await client.members.put_access({ params: { identifier: email }, body: { assignments } });
  return 'changed';
}

/**
 * States what one purchase grants a customer from a time on. Idempotent. An older statement about the purchase changes
 * nothing (`stale`), and other purchases are not affected.
 * @param {import('@tessera/client').Client} client
 * @param {Customer & { source: string, asOf: string, expiresAt?: string | undefined }} customer the grant does not end
 *   without `expiresAt`
 */
export async function state(client, { email, name, groups, access, source, asOf, expiresAt }) {
  const body = {
    source,
    as_of: asOf,
    groups: [...groups],
    expires_at: expiresAt ?? null,
    ...(name ? { name } : {}),
    ...(access ? { access } : {}),
  };
  return (await client.members.ensure({ params: { identifier: email }, body })).result;
}

/**
 * Ends what one purchase grants a customer. Idempotent, also for a customer who is unknown: an older statement about the
 * purchase that arrives later changes nothing.
 * @param {import('@tessera/client').Client} client
 * @param {{ email: string, source: string, asOf: string }} purchase
 */
export async function end(client, { email, source, asOf }) {
  const params = { identifier: email, source };
  return (await client.members.end_source({ params, query: { as_of: asOf } })).result;
}
