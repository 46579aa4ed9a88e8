import { limits, type ReceivedFile, type SentFile } from '@tessera/contract';
import type { HonoRequest } from 'hono';
import { AbortedRequest, errors, ServiceError } from '../platform/errors.js';
import { once } from '../platform/once.js';
import { Spool } from '../platform/spool.js';
import { piecesOf, readBytes } from './body.js';

/** A file in a request, with a function that removes it after the response. */
export interface RequestFile extends SentFile {
  close(): void;
}

/** Returns the file of a request. A large file, or one without a declared length, is stored on disk. */
export function sentFileOf(request: HonoRequest, limitBytes: number): RequestFile {
  const header = request.header('content-length');
  const declaredBytes = header === undefined ? undefined : Number(header);
  let spool: Spool | undefined;
  return {
    declaredBytes,
    receive: once(async () => {
      if ((declaredBytes ?? 0) > limitBytes) {
        throw errors.payloadTooLarge(limitBytes);
      }
      if (declaredBytes !== undefined && declaredBytes <= limits.documentBytes) {
        return inMemory(await readBytes(request, limitBytes));
      }
      spool = Spool.create();
      spool.unlink();
      await fill(spool, request, limitBytes);
      const { bytes } = spool;
      return { size: bytes, read: spool.read.bind(spool) };
    }),
    close: () => spool?.close(),
  };
}

/** A file in memory. */
export function inMemory(bytes: Uint8Array): ReceivedFile {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, start + length) };
}

async function fill(spool: Spool, request: HonoRequest, limitBytes: number): Promise<void> {
  try {
    for await (const piece of piecesOf(request.raw, limitBytes)) {
      spool.append(piece);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new AbortedRequest('the body broke off', { cause: error });
  }
}
