import type { OperatorScope } from '@tessera/contract';
import { errors, type ServiceError } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { matchesHash } from './credential.js';
import { operator, type Principal } from './principal.js';

/** What identifies operators: the operator token, and the named tokens of the settings. */
export type OperatorKeys = Pick<Services, 'clock' | 'operatorTokenHash' | 'settings'>;

/** The operator whose token this is. Throws `invalid_credential` for an unknown token and for one that has ended. */
export function findOperator({ clock, operatorTokenHash, settings }: OperatorKeys, secret: string): Principal {
  if (matchesHash(secret, operatorTokenHash)) {
    return { ...operator, scope: null };
  }
  const named = settings.SVC_OPERATOR_TOKENS.find(({ hash }) => matchesHash(secret, hash));
  if (named === undefined || named.endsAt <= clock()) {
    throw errors.invalidCredential();
  }
  return { ...operator, id: named.name, name: named.name, operatorScopes: named.scopes, scope: null };
}

/** The error for an operator whose token has neither the scope nor `all`; undefined if it has. */
export function refuseScope({ operatorScopes: scopes }: Principal, needed: OperatorScope): ServiceError | undefined {
  return scopes === undefined || scopes.includes('all') || scopes.includes(needed)
    ? undefined
    : errors.forbidden(`This operator token has the scopes ${scopes.join(', ')}: use one with the scope ${needed}.`);
}
