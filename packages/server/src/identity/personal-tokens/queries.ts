import { saveSecret } from '../../platform/credentials.js';
import { insertSql } from '../../platform/database/columns.js';
import type { Queryable } from '../../platform/database/database.js';

/** A personal token as its owner sees it. */
export interface PersonalTokenRow {
  readonly id: string;
  readonly name: string;
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** Stores a new personal token. */
export async function insertPersonalToken(
  transaction: Queryable,
  token: Omit<PersonalTokenRow, 'last_used_at'> & { readonly person_id: string },
  hash: Buffer,
): Promise<void> {
  await transaction.query(...insertSql('personal_tokens', token));
  await saveSecret(transaction, { kind: 'personal_token', hash, workspaceId: null, id: token.id });
}

/** The tokens of a person that have not been revoked, newest first. */
export async function listPersonalTokens(transaction: Queryable, personId: string): Promise<PersonalTokenRow[]> {
  return transaction.query<PersonalTokenRow>(
    `select id, name, secret_last_four, created_at, last_used_at from personal_tokens
     where person_id = $1 and revoked_at is null order by created_at desc, id`,
    [personId],
  );
}
