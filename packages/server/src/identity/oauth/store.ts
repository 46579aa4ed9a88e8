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

/** Dependencies of the store. */
export type StoreServices = Pick<Services, 'database' | 'clock'>;

/** Stores one kind of the OAuth library's objects. Their ids are secrets, so only hashes of the ids are stored. */
export class OauthStore implements Adapter {
  constructor(
    private readonly services: StoreServices,
    private readonly model: string,
    /** Creates the library's error for a code or refresh token that was used before. */
    private readonly alreadyUsed: () => Error,
  ) {}

  /** Stores an object. A client is kept for a day, and then as long as it has a connection. */
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

  /** Marks a code or refresh token as used. Of two simultaneous uses, one is refused. */
  async consume(id: string): Promise<void> {
    const at = this.services.clock();
    const consumed = await this.services.database.asSystem((transaction) =>
      consumeRecord(transaction, this.key(id), at),
    );
    if (!consumed) {
      throw this.alreadyUsed();
    }
  }

  /** Deletes an object. */
  async destroy(id: string): Promise<void> {
    await this.services.database.asSystem((transaction) => deleteRecord(transaction, this.key(id)));
  }

  /** Ends a connection because its client requested it, or a code or refresh token was used twice. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await endConnection(this.services, grantId);
  }

  /** Never used: the service has its own sessions. */
  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** Not used: the library's device flow is disabled. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  private key(id: string): { readonly model: string; readonly idHash: Buffer } {
    return { model: this.model, idHash: hashSecret(id) };
  }

  // The library's session only stores the steps of the flow. It does not sign anyone in.
  private kept({ jti: _secret, ...payload }: AdapterPayload): AdapterPayload {
    const { accountId, authorizations: _connected, ...anonymous } = payload;
    return this.model === 'Session' || accountId === undefined ? anonymous : { ...payload };
  }
}
