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
 * Ensures that a customer has what is paid for until its end. Idempotent.
 * @param {import('@tessera/client').Client} client
 * @param {Customer & { expiresAt?: string | undefined }} customer the grant does not end without `expiresAt`
 * @returns {Promise<'granted' | 'regranted' | 'updated' | 'unchanged' | 'stale'>}
 */
export async function ensure(client, { email, name, groups, access, expiresAt }) {
  const body = {
    groups: [...groups],
    expires_at: expiresAt ?? null,
    ...(name ? { name } : {}),
    ...(access ? { access } : {}),
  };
  return (await client.members.ensure({ params: { identifier: email }, body })).result;
}

/**
 * Revokes a customer's access. Idempotent, also for a customer without access.
 * @param {import('@tessera/client').Client} client
 * @param {string} email
 * @returns {Promise<'revoked' | 'unknown'>}
 */
export async function revoke(client, email) {
  try {
    await client.members.revoke({ params: { identifier: email } });
    return 'revoked';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'member_not_found') {
      return 'unknown';
    }
    throw error;
  }
}
