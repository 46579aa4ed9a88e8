import { endpoints, limits, type OperationId, workspaceHeader } from '@tessera/contract';
import { type JsonCodec, readAnswer } from './answer.js';
import { ApiError, ConnectionError } from './errors.js';
import { defaultRetryPolicy, type RetryEvent, type RetryPolicy, retryDelayMs, sleep } from './retry.js';
import type { CallOptions, RequestInput } from './types.js';

/** The settings of a client. Only `baseUrl` is required. */
export interface ClientSettings {
  /** The base URL of the service, such as `https://records.example.org`. It may contain a path. */
  readonly baseUrl: string;
  /**
   * The credential, sent as `Authorization: Bearer`. A function is called before every attempt. Default: none, as in a
   * browser, which sends its cookie.
   */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** The UUID of the workspace of all calls. Not needed for pinned credentials. */
  readonly workspace?: string;
  /** Default: the built-in `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Additional headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in milliseconds. The time for sending a `Blob` is added. Default: 60,000. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** Called before every retry, for example for a log. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Default: the built-in `JSON`. */
  readonly json?: JsonCodec;
  /** Returns a number from 0 to 1, for the pauses between attempts. Default: `Math.random`. */
  readonly random?: () => number;
}

const defaultTimeoutMs = 60_000;

/** Sends calls over HTTP. Each attempt has a time limit. */
export class Transport {
  // A private field, because printing a client must not print its token.
  readonly #settings: ClientSettings;
  private readonly json: JsonCodec;
  private readonly retry: RetryPolicy;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.json = settings.json ?? JSON;
    this.retry = { ...defaultRetryPolicy, ...settings.retry };
  }

  /** Calls an operation and retries it according to the policy. */
  async call(id: OperationId, input: RequestInput, options: CallOptions): Promise<unknown> {
    const { method, url } = addressOf(this.#settings.baseUrl, id, input);
    const isFile = input.body instanceof Uint8Array || input.body instanceof Blob;
    const body = input.body === undefined ? undefined : isFile ? input.body : this.json.stringify(input.body);
    const headers = { ...(isFile ? { 'Content-Type': 'application/octet-stream' } : {}), ...headersIn(id, input) };
    for (let attempt = 1; ; attempt += 1) {
      options.signal?.throwIfAborted();
      try {
        return await this.attempt(
          id,
          url,
          { method, headers, ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }) },
          options,
        );
      } catch (error) {
        await this.pause(id, error, attempt, options.signal);
      }
    }
  }

  /** Waits before the next attempt. If there is none, throws the error. */
  private async pause(
    id: OperationId,
    error: unknown,
    attempt: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const delayMs = retryDelayMs(error, attempt, this.retry, this.#settings.random ?? Math.random);
    if (delayMs === undefined || !(error instanceof ApiError || error instanceof ConnectionError)) {
      throw error;
    }
    this.#settings.onRetry?.({ call: id, attempt, delayMs, error });
    await sleep(delayMs, signal);
  }

  private async attempt(
    id: OperationId,
    url: string,
    init: RequestInit & { headers: Record<string, string> },
    options: CallOptions,
  ): Promise<unknown> {
    const timeoutMs = (this.#settings.timeoutMs ?? defaultTimeoutMs) + sendingMs(init.body);
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
    const headers = { ...(await this.headers(id, options, init.body !== undefined)), ...init.headers };
    const send = this.#settings.fetch ?? fetch;
    try {
      return await readAnswer(id, await send(url, { ...init, headers, signal }), this.json);
    } catch (cause) {
      if (cause instanceof ApiError) {
        throw cause;
      }
      options.signal?.throwIfAborted();
      const message = limit.aborted
        ? `${id}: no answer within ${timeoutMs} ms.`
        : `${id}: cannot reach ${this.#settings.baseUrl || 'the server'}: ${reasonOf(cause)}.`;
      throw new ConnectionError(id, limit.aborted, { message, cause });
    }
  }

  private async headers(id: OperationId, options: CallOptions, hasBody: boolean): Promise<Record<string, string>> {
    const { token, workspace } = this.#settings;
    const credential = typeof token === 'function' ? await token() : token;
    const selected = options.workspace === undefined ? workspace : options.workspace;
    return {
      ...this.#settings.headers,
      Accept: 'application/json',
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
      ...(selected === undefined || selected === null || !endpoints[id].takesWorkspaceHeader
        ? {}
        : { [workspaceHeader]: selected }),
      ...(options.requestId === undefined ? {} : { 'X-Request-Id': options.requestId }),
    };
  }
}

/** Time limit for sending a file, at the lowest rate that the service accepts. */
function sendingMs(body: RequestInit['body']): number {
  return body instanceof Blob ? Math.ceil((body.size / limits.bodyBytesPerSecond) * 1_000) : 0;
}

/** The query values that are sent as headers. */
function headersIn(id: OperationId, { query = {} }: RequestInput): Record<string, string> {
  const given = endpoints[id].headers.filter((key) => query[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, String(query[key])]));
}

/** The message of the innermost error, because the outer one only says that fetching failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

/** The URL of a call. Throws `TypeError` for a parameter that is missing or that cannot be part of a URL. */
function addressOf(baseUrl: string, id: OperationId, input: RequestInput): { method: string; url: string } {
  const { method, path, bytes, headers } = endpoints[id];
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = input.params?.[name];
    // The path of a file is the rest of the URL, so its slashes are kept.
    const isFilePath = bytes !== undefined && name === 'path';
    return isFilePath && typeof value === 'string'
      ? value
          .split('/')
          .map((part) => segment(id, name, part))
          .join('/')
      : segment(id, name, value);
  });
  const given = Object.entries(input.query ?? {}).filter(
    ([key, value]) => value !== undefined && !headers.includes(key),
  );
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
  return { method, url: `${baseUrl.replace(/\/+$/, '')}${filled}${query === '' ? '' : `?${query}`}` };
}

function segment(id: OperationId, name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  // A URL parser resolves dot segments, even escaped ones, so the call would reach another route.
  if (text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
    throw new TypeError(`${id}: the path parameter "${name}" cannot be ${JSON.stringify(text)}.`);
  }
  return encodeURIComponent(text);
}
