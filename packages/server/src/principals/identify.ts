import type { Queryable } from '../platform/database/database.js';
import { errors, type ServiceError } from '../platform/errors.js';
import { type Credentials, presentedSecret } from './credential.js';
import { findOperator, type OperatorKeys } from './operators.js';
import { anonymous, type Principal } from './principal.js';
import { findPrincipal, findVisitor, type StoredCredential } from './queries.js';

/**
 * Finds the principal of a request with one lookup in the database. Throws 401 for an invalid credential.
 */
export async function identify(
  services: OperatorKeys,
  transaction: Queryable,
  credentials: Credentials,
): Promise<Principal> {
  const presented = presentedSecret(credentials);
  if (presented === undefined) {
    return anonymous;
  }
  if (presented.kind === 'operator') {
    return findOperator(services, presented.secret);
  }
  if (presented.kind === 'visitor') {
    return (await findVisitor(transaction, presented.secret)) ?? refuseVisitor();
  }
  const { kind, hash } = presented;
  const principal = await findPrincipal(transaction, { kind, hash, at: services.clock() });
  if (principal === undefined) {
    throw unknownSecret(kind);
  }
  return principal;
}

/** The error for a workspace without public pages is the same as for one that does not exist. */
function refuseVisitor(): never {
  throw errors.notFound('document_not_found');
}

function unknownSecret(kind: StoredCredential): ServiceError {
  switch (kind) {
    case 'ingest_secret':
      return errors.invalidIngestSecret();
    case 'reconciliation_secret':
      return errors.notFound('reconciliation_url_not_found');
    default:
      return errors.invalidCredential();
  }
}
