import { endpoints, type OperationId } from '@tessera/contract';
import { ApiError, type ErrorFacts } from './errors.js';

/** Parses and serializes JSON. Replace it to keep numbers that a double cannot represent. */
export interface JsonCodec {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/**
 * Reads the body of a response, including that of a degraded service. Throws `ApiError` for an error of the service,
 * and for a response that the service did not send.
 */
export async function readAnswer(call: OperationId, response: Response, json: JsonCodec): Promise<unknown> {
  if (endpoints[call].bytes === 'answer' && response.ok) {
    return new Uint8Array(await response.arrayBuffer());
  }
  const text = await response.text();
  const parsed = parse(text, json);
  if (parsed !== undefined && (response.ok || isDegraded(call, response, parsed.value))) {
    return parsed.value;
  }
  throw refusal(call, response, parsed?.value ?? text);
}

/** Whether the service itself reports that a part of it is down. Repeating the call at once would be useless. */
function isDegraded(call: OperationId, response: Response, body: unknown): boolean {
  return response.status === 503 && endpoints[call].mayBeDegraded && isObject(body) && body.status === 'degraded';
}

function parse(text: string, json: JsonCodec): { value: unknown } | undefined {
  try {
    return { value: json.parse(text) };
  } catch {
    return undefined;
  }
}

function refusal(call: OperationId, response: Response, body: unknown): ApiError {
  const error = isObject(body) ? body.error : undefined;
  const base = { call, status: response.status, body };
  // Device routes use the format of RFC 8628: the code as a string, and a description.
  if (typeof error === 'string') {
    const message = isObject(body) && typeof body.error_description === 'string' ? body.error_description : error;
    return new ApiError({ ...base, code: error, message, facts: headerFacts(response) });
  }
  if (isObject(error) && typeof error.code === 'string') {
    const message = typeof error.message === 'string' ? error.message : error.code;
    return new ApiError({
      ...base,
      code: error.code,
      message,
      facts: { ...headerFacts(response), ...bodyFacts(error) },
    });
  }
  const message = `Answered ${response.status} with something that is not an answer of this service: check the base URL.`;
  return new ApiError({ ...base, code: 'unexpected_answer', message, facts: headerFacts(response) });
}

function headerFacts(response: Response): ErrorFacts {
  const requestId = response.headers.get('x-request-id');
  const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'), response.headers.get('date'));
  return {
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** The seconds of a `Retry-After` header. It contains a number, or a date relative to the response's own `Date`. */
function readRetryAfter(value: string | null, date: string | null): number | undefined {
  if (value === null) {
    return undefined;
  }
  if (/^\s*\d+\s*$/.test(value)) {
    return Number(value);
  }
  const seconds = Math.ceil((Date.parse(value) - Date.parse(date ?? '')) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

const textFacts = ['required', 'operation', 'field', 'hint'] as const;

function bodyFacts(error: Readonly<Record<string, unknown>>): ErrorFacts {
  const texts = textFacts.flatMap((key) => (typeof error[key] === 'string' ? [[key, error[key]]] : []));
  return {
    ...Object.fromEntries(texts),
    ...(Array.isArray(error.details) ? { details: error.details } : {}),
    ...(Array.isArray(error.writable_workspaces) ? { writableWorkspaces: error.writable_workspaces } : {}),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
