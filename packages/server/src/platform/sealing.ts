import { createCipheriv, createDecipheriv } from 'node:crypto';

const cipher = 'aes-256-gcm';
const tagBytes = 16;

/** Bytes of a nonce. */
export const nonceBytes = 12;

/** Encrypts bytes with a key of 32 bytes. The nonce must differ for each content. The result starts with it. */
export function seal(content: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const sealing = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([sealing.update(content), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
}

/** Decrypts the result of `seal`. Undefined if it was not encrypted with this key. */
export function unseal(sealed: Buffer, key: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) {
    return undefined;
  }
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes));
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}
