import { gunzipSync } from 'node:zlib';
import { limits, type ReceivedFile, type SentBody, type SentFile } from '@tessera/contract';
import { ExactNumber, type JsonValue, parseJson } from '@tessera/json';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errors } from '../platform/errors.js';
import { once } from '../platform/once.js';
import { Pauses } from '../platform/pauses.js';
import { blocksOf, declaredBytesOf } from './body-blocks.js';
import { parseInPieces } from './json-pieces.js';
import type { RequestVariables } from './request.js';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** How to read a route's body. `form` also accepts form fields, as RFC 8628 requires. */
export interface BodyRules {
  readonly limitBytes: number;
  readonly expected: boolean;
  readonly form: boolean;
}

const plainType = /^(?:text\/(?:plain|json)|application\/octet-stream)\s*(?:;|$)/i;
/** Types of bodies with one JSON value on each line. */
const linesType = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)\s*(?:;|$)/i;

/**
 * Returns a body for an operation that parses it itself. It is JSON of any content type, or lines of JSON, and may be
 * compressed with gzip. Throws `payload_too_large` (after decompression), `unsupported_media_type` for another encoding or
 * a body that is neither, and `invalid_request` for invalid gzip.
 */
export function sentBodyOf(request: HonoRequest, sentBytes: Uint8Array, limitBytes: number): SentBody {
  const bytes = unpacked(request, sentBytes, limitBytes);
  const type = request.header('content-type') ?? '';
  return {
    bytes,
    sentBytes,
    header: (name) => request.header(name),
    isLines: linesType.test(type),
    json: async () => {
      if (linesType.test(type)) {
        return { records: await parseLines(bytes) };
      }
      // Sources send JSON as text or as bytes. The type only explains a body that is not JSON.
      return parseJsonBody(bytes, limitBytes).catch((error: unknown) => {
        throw type === '' || jsonType.test(type) || plainType.test(type) ? error : errors.unsupportedMediaType(false);
      });
    },
  };
}

/**
 * The values of the lines. A line that is not JSON gives its text, which is refused alone. Of more lines than a call can
 * have, only the first are read: the call is refused.
 */
async function parseLines(bytes: Uint8Array): Promise<JsonValue[]> {
  const pauses = new Pauses();
  const values: JsonValue[] = [];
  for (const [line] of Buffer.from(bytes)
    .toString('utf8')
    .matchAll(/\S[^\n]*/g)) {
    if (values.length > limits.recordsPerCall) {
      break;
    }
    await pauses.take();
    try {
      values.push(parseJson(line));
    } catch {
      values.push(line);
    }
  }
  return values;
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

/**
 * Reads and parses a body outside of a turn, and returns its size. Throws the errors of `receive` and `parseBody`, and
 * `rate_limited` if the caller has too many large bodies in memory.
 */
export async function readSizedBody(
  c: Context<RequestVariables>,
  rules: BodyRules,
): Promise<{ readonly body: unknown; readonly bytes: number }> {
  const { size, read } = await receive(c, rules.limitBytes);
  if (size > limits.bodyBytes) {
    c.get('received').take('memory', size);
  }
  return { body: await parseBody(c.req, rules, read(0, size)), bytes: size };
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

/**
 * Receives a body: into memory, or into a temporary file if it has more than `limits.bodyBytes` or no declared length.
 * Throws `payload_too_large`, `rate_limited` and `unavailable` before it is read, and `AbortedRequest` if the client
 * disconnects.
 */
export async function receive(c: Context<RequestVariables>, limitBytes: number): Promise<ReceivedFile> {
  const declaredBytes = declaredBytesOf(c);
  if ((declaredBytes ?? 0) > limitBytes) {
    throw errors.payloadTooLarge(limitBytes);
  }
  const received = c.get('received');
  const blocks = blocksOf(c, limitBytes);
  if (declaredBytes !== undefined && declaredBytes <= limits.bodyBytes) {
    return inMemory(await received.collect(blocks, declaredBytes));
  }
  const spool = await received.spool(blocks, declaredBytes);
  return { size: spool.bytes, read: (start, length) => spool.read(start, length) };
}

function inMemory(bytes: Uint8Array): ReceivedFile {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, start + length) };
}

/** Returns the file of a request, for an operation that decides when to read it. */
export function sentFileOf(c: Context<RequestVariables>, limitBytes: number): SentFile {
  return { declaredBytes: declaredBytesOf(c), receive: once(() => receive(c, limitBytes)) };
}

/** Limits the forms of pages, and counts their bytes before they are read. */
export function formLimit(limitBytes: number): MiddlewareHandler<RequestVariables> {
  const onError = () => {
    throw errors.payloadTooLarge(limitBytes);
  };
  const limited = bodyLimit({ maxSize: limitBytes, onError });
  return (c, next) => {
    if (c.req.method !== 'GET') {
      c.get('received').take('memory', limitBytes);
    }
    return limited(c, next);
  };
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
