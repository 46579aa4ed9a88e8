import type { Capability } from '@tessera/contract';
import { prepared, type Transaction } from '../../platform/database/database.js';

/** An API key without its secret. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly capability: Capability;
  readonly capabilities: Capability[];
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The columns of an `ApiKeyRow`. */
export const apiKeyColumns =
  'id, name, capability, capabilities, secret_last_four, created_at, last_used_at, revoked_at';

/** Records the use of a key at most once a minute, so that reads do not all write the same row. */
export function touchApiKey(transaction: Transaction, id: string, at: Date): void {
  transaction.send(
    prepared(`update api_keys set last_used_at = $3
        where workspace_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`),
    [transaction.workspaceId, id, at],
  );
}
