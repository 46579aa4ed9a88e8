import type { RawAnswer } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Principal } from '../../principals/principal.js';
import { documentErrors } from '../model/errors.js';
import { nameOf } from '../model/path.js';
import { type FoundDocument, findDocument, readContent } from '../reads/find.js';
import { partBytes, readChunks } from '../store/index.js';
import type { Saving } from '../writes/operations.js';
import { readTags, wholePath } from './address.js';
import { putRaw } from './write.js';

/** Bytes of a large file per transaction. No transaction is open while a slow client reads. */
const pieceBytes = 16 * partBytes;

// A file that is opened directly gets an opaque origin, in which no script can run or reach the service.
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
  'Accept-Ranges': 'bytes',
};

const getRaw: Operation<'documents.get_raw'> = async (context, principal, { params, query }) => {
  const path = wholePath(params);
  const address = { path, version: query.version };
  const found = await context.transaction(async (transaction) => {
    const document = await findDocument(transaction, principal, address);
    return { ...document, content: document.row.size > partBytes ? null : await readContent(transaction, document) };
  });
  const { row } = found;
  const etag = `"${row.blob.toString('hex')}"`;
  const headers = { ...fileHeaders, ETag: etag };
  const unless = query['if-none-match'];
  if (unless !== undefined && matches(unless, row.blob)) {
    return { status: 304, headers, body: null };
  }
  const ifRange = query['if-range'];
  const isSame = ifRange === undefined || ifRange.trim() === etag;
  const range = isSame ? readRange(query.range, row.size) : undefined;
  if (range === 'unsatisfiable') {
    throw documentErrors.rangeNotSatisfiable(row.size);
  }
  const { from, to } = range ?? { from: 0, to: row.size };
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'Content-Type': contentType(row.media_type),
      'Content-Length': String(to - from),
      'Content-Disposition': disposition(row.media_type, path),
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${from}-${to - 1}/${row.size}` }),
    },
    body:
      found.content === null
        ? streamOf({ context, principal, found, address }, { from, to })
        : found.content.subarray(from, to),
  } satisfies RawAnswer;
};

interface Source {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly found: FoundDocument;
  readonly address: { readonly path: string; readonly version?: string | undefined };
}

/** Streams a large file at the client's pace. Rights are checked for every piece. */
function streamOf({ context, principal, found, address }: Source, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const end = Math.min(to, at + pieceBytes);
        const piece = await context.transaction(async (transaction) => {
          const { row, repoId } = await findDocument(transaction, principal, {
            ...address,
            version: found.row.version_id,
          });
          return readChunks(transaction, repoId, { oid: found.row.blob, size: row.size, from: at, to: end });
        });
        at = end;
        controller.enqueue(piece);
        if (at >= to) {
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function matches(header: string, blob: Buffer): boolean {
  const tags = readTags(header);
  return tags.includes('*') || tags.includes(blob.toString('hex'));
}

/**
 * Types that a browser executes. Pages may run only the service's own scripts, so a stored script is sent as plain
 * text.
 */
const scriptTypes = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script/;

function contentType(mediaType: string): string {
  if (scriptTypes.test(mediaType)) {
    return 'text/plain; charset=utf-8';
  }
  const isText = mediaType.startsWith('text/') || /[/+](?:json|xml|yaml)$/.test(mediaType);
  return isText ? `${mediaType}; charset=utf-8` : mediaType;
}

/**
 * The `Content-Disposition` header. Files that a browser cannot show are downloaded. RFC 5987 encodes non-ASCII names.
 */
function disposition(mediaType: string, path: string): string {
  const how = mediaType === 'application/octet-stream' || mediaType === 'application/zip' ? 'attachment' : 'inline';
  return `${how}; filename*=UTF-8''${encodeURIComponent(nameOf(path)).replace(/['()*]/g, percentEncode)}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The operations that read and write files unchanged. */
export function rawOperations(saving: Saving) {
  return { 'documents.get_raw': getRaw, 'documents.put_raw': putRaw(saving) };
}

/** A range of a file: bytes from `from` up to, but not including, `to`. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes. Returns one range, or `unsatisfiable`. Undefined means the whole
 * file, as for several ranges and an invalid header.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) {
    return undefined;
  }
  if (first === '') {
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - Number(last)), to: size };
  }
  if (last !== '' && Number(last) < Number(first)) {
    return undefined;
  }
  const from = Number(first);
  return from >= size ? 'unsatisfiable' : { from, to: last === '' ? size : Math.min(size, Number(last) + 1) };
}
