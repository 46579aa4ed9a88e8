import { saveSecret } from '../../platform/credentials.js';
import type { Queryable } from '../../platform/database/database.js';

/** A personal token as its owner sees it. */
export interface PersonalTokenRow {
  readonly id: string;
  readonly name: string;
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The columns of a new personal token. */
export interface NewPersonalToken {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly lastFour: string;
  readonly at: Date;
}

/** Stores a new personal token. */
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
