import { limits } from '@tessera/contract';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { isUuid } from '../../platform/identifiers.js';
import { hashSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { endConnection } from './connections.js';
import {
  consumeRecord,
  deleteExpired,
  deleteRecord,
  deleteUnusedClients,
  findRecord,
  keepClient,
  saveRecord,
} from './queries.js';

/** What the store works with. */
export type StoreServices = Pick<Services, 'database' | 'clock'>;

/** Keeps one kind of the OAuth library's objects. Ids are secrets or as good, so only their hashes are stored. */
export class OauthStore implements Adapter {
  constructor(
    private readonly services: StoreServices,
    private readonly model: string,
    /** The library's error for a code or refresh token that was used before. */
    private readonly alreadyUsed: () => Error,
  ) {}

  /** Keeps an object. A client is kept for a day, and then as long as it has a connection. */
  async upsert(
    id: string,
    payload: AdapterPayload,
    expiresInSeconds: number = limits.unusedClientSeconds,
  ): Promise<void> {
    const at = this.services.clock();
    const expiresAt = new Date(at.getTime() + expiresInSeconds * 1_000);
    const connection = this.model === 'Grant' ? id : payload.grantId;
    const connectionId = connection !== undefined && isUuid(connection) ? connection : null;
    await this.services.database.asSystem(async (transaction) => {
      await deleteExpired(transaction, at);
      if (this.model === 'Client') {
        await deleteUnusedClients(transaction, new Date(at.getTime() + limits.unusedClientSeconds * 1_000));
      }
      const record = { ...this.key(id), connectionId, payload: this.kept(payload), expiresAt };
      await saveRecord(transaction, record);
      if (connectionId !== null && payload.clientId !== undefined) {
        await keepClient(transaction, hashSecret(payload.clientId), expiresAt);
      }
    });
  }

  /** Finds an object that has not expired and whose connection has not ended. */
  async find(id: string): Promise<AdapterPayload | undefined> {
    const at = this.services.clock();
    const found = await this.services.database.asSystem((transaction) => findRecord(transaction, this.key(id), at));
    return (
      found && {
        ...found.payload,
        ...(this.model === 'Client' ? {} : { jti: id }),
        ...(found.consumed_at === null ? {} : { consumed: Math.floor(found.consumed_at.getTime() / 1_000) }),
      }
    );
  }

  /** Marks a code or refresh token as used. Of two uses at the same moment one is refused. */
  async consume(id: string): Promise<void> {
    const at = this.services.clock();
    const consumed = await this.services.database.asSystem((transaction) =>
      consumeRecord(transaction, this.key(id), at),
    );
    if (!consumed) {
      throw this.alreadyUsed();
    }
  }

  /** Forgets an object. */
  async destroy(id: string): Promise<void> {
    await this.services.database.asSystem((transaction) => deleteRecord(transaction, this.key(id)));
  }

  /** Ends a connection: its client asked for it, or a code or refresh token was used twice. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await endConnection(this.services, grantId);
  }

  /** Sessions are never looked up so: people are signed in by the service's own. */
  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** There is no device flow here. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  private key(id: string): { readonly model: string; readonly idHash: Buffer } {
    return { model: this.model, idHash: hashSecret(id) };
  }

  // The library's session only keeps the steps of the flow; it does not sign anyone in.
  private kept({ jti: _secret, ...payload }: AdapterPayload): AdapterPayload {
    const { accountId, authorizations: _connected, ...anonymous } = payload;
    return this.model === 'Session' || accountId === undefined ? anonymous : { ...payload };
  }
}
