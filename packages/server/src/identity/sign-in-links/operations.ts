import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { signInLinkUrl } from '../../http/pages/paths.js';
import { errors } from '../../platform/errors.js';
import { requireAddress } from '../../platform/identifiers.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import { newSecret } from '../../platform/secrets.js';
import { insertCode } from '../codes/queries.js';
import { listMembershipsOfAddress } from '../people/queries.js';
import { recordForAddress } from '../people/record.js';
import { hashCode } from '../secrets.js';

/** The fixed code in a link's attempt. A link contains the attempt's secret, which is enough. */
export const linkCode = 'link';

/**
 * Creates a link that signs an address in once. It is an attempt with a fixed code. The operator vouches for the
 * address.
 */
const createSignInLink: Operation<'operator.create_sign_in_link'> = async (
  { services, requestId },
  principal,
  { params },
) => {
  const email = requireAddress(params.email);
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.signInLinkSeconds * 1_000);
  const { secret, hash } = newSecret('', services.random);
  await services.database.asSystem(async (transaction) => {
    const workspaces = await listMembershipsOfAddress(transaction, email);
    const [target] = workspaces;
    if (target === undefined) {
      throw errors.notFound('person_not_found');
    }
    const event = {
      action: 'person.sign_in_link_created',
      actor: principal,
      target,
      detail: { workspaces },
      requestId,
    };
    recordOperatorEvent(transaction, services, event);
    await insertCode(transaction, {
      ...{ attempt_hash: hash, code_hash: hashCode(secret, linkCode), tries_left: 1 },
      ...{ email, asked_from: 'operator', created_at: at, expires_at: expiresAt },
    });
    await recordForAddress(transaction, {
      action: 'person.sign_in_link_created',
      actor: { kind: principal.kind, id: principal.id, name: principal.name },
      email,
      at,
      detail: { expires_at: expiresAt.toISOString() },
      requestId,
    });
  });
  return { email, url: signInLinkUrl(services.baseUrl, secret), expires_at: expiresAt.toISOString() };
};

/** The operations of the operator's sign-in links. */
export const signInLinkOperations = { 'operator.create_sign_in_link': createSignInLink };
