import { deleteSecrets, saveSecret } from '../../platform/credentials.js';
import type { Queryable } from '../../platform/database/database.js';
import type { OwnCredential } from '../people/revoke-own.js';

/** A personal token as its owner sees it. */
export interface PersonalTokenRow {
  readonly id: string;
  readonly name: string;
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** What a new personal token starts with. */
export interface NewPersonalToken {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly lastFour: string;
  readonly at: Date;
}

/** Keeps a new personal token. */
export async function insertPersonalToken(transaction: Queryable, token: NewPersonalToken): Promise<void> {
  await transaction.query(
    `insert into personal_tokens (id, person_id, name, secret_last_four, created_at) values ($1, $2, $3, $4, $5)`,
    [token.id, token.personId, token.name, token.lastFour, token.at],
  );
  await saveSecret(transaction, { kind: 'personal_token', hash: token.secretHash, workspaceId: null, id: token.id });
}

/** The tokens of a person that have not been revoked, newest first. */
export async function listPersonalTokens(transaction: Queryable, personId: string): Promise<PersonalTokenRow[]> {
  return transaction.query<PersonalTokenRow>(
    `select id, name, secret_last_four, created_at, last_used_at from personal_tokens
     where person_id = $1 and revoked_at is null order by created_at desc, id`,
    [personId],
  );
}

/** Revokes one token of a person. Undefined when the person has no such token; `revoked` is false if it was before. */
export async function revokePersonalToken(
  transaction: Queryable,
  token: OwnCredential,
): Promise<{ revoked: boolean } | undefined> {
  const [row] = await transaction.query<{ revoked_at: Date | null }>(
    'select revoked_at from personal_tokens where id = $1 and person_id = $2 for update',
    [token.id, token.personId],
  );
  if (row === undefined) {
    return undefined;
  }
  if (row.revoked_at === null) {
    await transaction.query('update personal_tokens set revoked_at = $2 where id = $1', [token.id, token.at]);
    await deleteSecrets(transaction, null, [token.id]);
  }
  return { revoked: row.revoked_at === null };
}
