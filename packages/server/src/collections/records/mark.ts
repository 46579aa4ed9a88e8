import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Services } from '../../platform/services.js';
import type { CollectionRow } from '../access/view.js';

/** A position in the change feed: the sequence number of a write, and the last returned record of that write. */
export interface Position {
  readonly sequenceNumber: number;
  readonly externalId: string;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const numberBytes = 8;

/**
 * The key that encrypts a collection's marks. It is derived from a secret of the service, the collection and its id
 * version. A new operator token invalidates all marks.
 */
export function feedKey(
  { operatorTokenHash }: Pick<Services, 'operatorTokenHash'>,
  { id, id_version }: Pick<CollectionRow, 'id' | 'id_version'>,
): Buffer {
  return createHmac('sha256', operatorTokenHash).update(`change feed\n${id}\n${id_version}`).digest();
}

/**
 * Encrypts a position, because sequence numbers would reveal how much is written outside of the caller's slice. The
 * nonce is derived from the position, so that equal positions have equal marks.
 */
export function sealMark({ sequenceNumber, externalId }: Position, key: Buffer): string {
  const number = Buffer.alloc(numberBytes);
  number.writeBigUInt64BE(BigInt(sequenceNumber));
  const position = Buffer.concat([number, Buffer.from(externalId)]);
  const nonce = derived(key, 'nonce').update(position).digest().subarray(0, nonceBytes);
  const sealing = createCipheriv(cipher, derived(key, 'encryption').digest(), nonce);
  const sealed = Buffer.concat([sealing.update(position), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a mark. Undefined if it was not encrypted with this key. */
export function openMark(mark: string, key: Buffer): Position | undefined {
  const bytes = Buffer.from(mark, 'base64url');
  const sealedFrom = nonceBytes + tagBytes;
  if (bytes.length < sealedFrom + numberBytes || bytes.toString('base64url') !== mark) {
    return undefined;
  }
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, derived(key, 'encryption').digest(), nonce);
  opening.setAuthTag(bytes.subarray(nonceBytes, sealedFrom));
  try {
    const position = Buffer.concat([opening.update(bytes.subarray(sealedFrom)), opening.final()]);
    return {
      sequenceNumber: Number(position.readBigUInt64BE()),
      externalId: position.subarray(numberBytes).toString('utf8'),
    };
  } catch {
    return undefined;
  }
}

function derived(key: Buffer, purpose: 'nonce' | 'encryption') {
  return createHmac('sha256', key).update(purpose);
}
