import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from 'hono';
import { blocksOf } from '../../http/body-blocks.js';
import type { RequestVariables } from '../../http/request.js';
import { AbortedRequest, errors, ServiceError } from '../../platform/errors.js';

/**
 * Streams a request's body, decompressed if the client compressed it. Throws `payload_too_large` above the limit,
 * `unsupported_media_type` for an unknown encoding, and `AbortedRequest` if the connection breaks.
 */
export async function* bodyOf(c: Context<RequestVariables>, limitBytes: number): AsyncGenerator<Uint8Array> {
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw errors.unsupportedMediaType(false);
  }
  const sent = blocksOf(c, limitBytes);
  const unpacked: AsyncIterable<Uint8Array> = encoding === 'identity' ? sent : unzipped(sent);
  let bytes = 0;
  try {
    for await (const piece of unpacked) {
      bytes += piece.length;
      if (bytes > limitBytes) {
        throw errors.payloadTooLarge(limitBytes);
      }
      yield piece;
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new AbortedRequest('the body broke off', { cause: error });
  }
}

function unzipped(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(pieces, { objectMode: false });
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  gunzip.once('close', () => source.destroy());
  return source.pipe(gunzip);
}
