import { gunzipSync } from 'node:zlib';
import type { SentBody } from '@tessera/contract';
import { ExactNumber } from '@tessera/json';
import type { HonoRequest } from 'hono';
import { AbortedRequest, errors, ServiceError } from '../platform/errors.js';
import { parseInPieces } from './json-pieces.js';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** How to read a route's body. `form` also accepts form fields, as RFC 8628 requires. */
export interface BodyRules {
  readonly limitBytes: number;
  readonly expected: boolean;
  readonly form: boolean;
}

/**
 * Returns a body for an operation that parses it itself. JSON needs no content type then, and may be compressed with
 * gzip. Throws `payload_too_large` (after decompression), `unsupported_media_type` for another encoding, and
 * `invalid_request` for invalid gzip.
 */
export function sentBodyOf(request: HonoRequest, sentBytes: Uint8Array, limitBytes: number): SentBody {
  const bytes = unpacked(request, sentBytes, limitBytes);
  return {
    bytes,
    sentBytes,
    header: (name) => request.header(name),
    json: async () => {
      if ((request.header('content-type') ?? '') !== '') {
        requireJson(request, false);
      }
      return parseJsonBody(bytes, limitBytes);
    },
  };
}

function unpacked(request: HonoRequest, bytes: Uint8Array, limitBytes: number): Uint8Array {
  const encoding = encodingOf(request);
  if (encoding === 'identity') {
    return bytes;
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw errors.unsupportedEncoding(['gzip']);
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    throw error instanceof RangeError
      ? errors.payloadTooLarge(limitBytes)
      : errors.invalidRequest([{ path: '', message: 'the body is not gzip, which Content-Encoding says it is' }]);
  }
}

function encodingOf(request: HonoRequest): string {
  return (request.header('content-encoding') ?? '').trim().toLowerCase() || 'identity';
}

/** Reads and parses a body, and returns its size. Throws the errors of `readBytes` and `parseBody`. */
export async function readSizedBody(
  request: HonoRequest,
  rules: BodyRules,
): Promise<{ readonly body: unknown; readonly bytes: number }> {
  const bytes = await readBytes(request, rules.limitBytes);
  return { body: await parseBody(request, rules, bytes), bytes: bytes.length };
}

/**
 * Parses a body. Undefined for an empty body that is optional. Throws `unsupported_media_type`, `invalid_json`, and
 * `invalid_request` for a form that is not text.
 */
export async function parseBody(request: HonoRequest, rules: BodyRules, bytes: Uint8Array): Promise<unknown> {
  if (bytes.length === 0 && !rules.expected) {
    return undefined;
  }
  if (encodingOf(request) !== 'identity') {
    throw errors.unsupportedEncoding([]);
  }
  const type = request.header('content-type') ?? '';
  if (rules.form && formType.test(type)) {
    return formIn(bytes);
  }
  if (bytes.length > 0) {
    requireJson(request, rules.form);
  }
  return parseJsonBody(bytes, rules.limitBytes);
}

function requireJson(request: HonoRequest, takesForms: boolean): void {
  if (!jsonType.test(request.header('content-type') ?? '')) {
    throw errors.unsupportedMediaType(takesForms);
  }
}

async function parseJsonBody(bytes: Uint8Array, limitBytes: number): Promise<unknown> {
  try {
    const body = await parseInPieces(bytes, { limitBytes });
    // Objects for exact numbers must not leave the parser at the top level: no route expects one as a whole body.
    return body instanceof ExactNumber ? Number(body.source) : body;
  } catch (error) {
    // The parser throws a range error for a number with millions of digits.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) {
      throw errors.invalidJson();
    }
    throw error;
  }
}

/** Reads a body. Throws `payload_too_large`, or `AbortedRequest` if the client disconnects. */
export async function readBytes(request: HonoRequest, limitBytes: number): Promise<Uint8Array> {
  const declared = request.header('content-length');
  if (Number(declared ?? 0) > limitBytes) {
    throw errors.payloadTooLarge(limitBytes);
  }
  const read = declared === undefined ? readStream : readDeclared;
  return read(request.raw, limitBytes).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : new AbortedRequest('the body broke off', { cause: error });
  });
}

/** Streams a body of any length. Throws `AbortedRequest` if the client disconnects. */
export async function* streamOf(request: HonoRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(request.raw, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw error instanceof ServiceError ? error : new AbortedRequest('the body broke off', { cause: error });
  }
}

function formIn(bytes: Uint8Array): unknown {
  try {
    return Object.fromEntries(new URLSearchParams(decode(bytes)));
  } catch {
    throw errors.invalidRequest([{ path: '', message: 'the form is not UTF-8' }]);
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Reads a body of declared length without a stream, which would be slower. Node.js reads no more than the declared
 * length.
 */
async function readDeclared(request: Request, limitBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > limitBytes) {
    throw errors.payloadTooLarge(limitBytes);
  }
  return bytes;
}

async function readStream(request: Request, limitBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(request, limitBytes)) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Streams the chunks of a body. Throws `payload_too_large` when it exceeds the limit. */
export async function* piecesOf(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  let bytes = 0;
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      bytes += read.value.length;
      if (bytes > limitBytes) {
        throw errors.payloadTooLarge(limitBytes);
      }
      yield read.value;
    }
  } finally {
    // Do not cancel the reader: that would close the connection before the response.
    reader?.releaseLock();
  }
}
