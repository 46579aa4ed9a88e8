import { endpoints, limits, type OperationId, workspaceHeader } from '@tessera/contract';
import { type JsonCodec, readAnswer } from './answer.js';
import { ApiError, ConnectionError } from './errors.js';
import { defaultRetryPolicy, type RetryEvent, type RetryPolicy, retryDelayMs, sleep } from './retry.js';
import type { CallOptions, RequestInput } from './types.js';

/** The options of a client; only `baseUrl` is required. */
export interface ClientSettings {
  /** Where the service is, such as `https://records.example.org`; a path is kept. */
  readonly baseUrl: string;
  /** Credential sent as `Authorization: Bearer`; a function is asked before every attempt. Default: none (a browser's cookie). */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** UUID of the workspace that calls go to. Pinned credentials need none. */
  readonly workspace?: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Further headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in milliseconds, apart from that of sending a `Blob`. Default 60,000. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** Told before every repetition, for a log or a progress line. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Default: the platform's `JSON`. */
  readonly json?: JsonCodec;
  /** 0 to 1, for the pauses between attempts. Default `Math.random`. */
  readonly random?: () => number;
}

const defaultTimeoutMs = 60_000;

/** Carries calls over HTTP: one attempt after the other, each in its time limit. */
export class Transport {
  // Private at run time too: printing a client must not print its token.
  readonly #settings: ClientSettings;
  private readonly json: JsonCodec;
  private readonly retry: RetryPolicy;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.json = settings.json ?? JSON;
    this.retry = { ...defaultRetryPolicy, ...settings.retry };
  }

  /** Calls an operation and repeats it as the retry policy says. */
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

  /** Waits before the next attempt, or throws the error when there is to be none. */
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

/** How long a file may take to be sent, at the slowest rate that the service accepts. */
function sendingMs(body: RequestInit['body']): number {
  return body instanceof Blob ? Math.ceil((body.size / limits.bodyBytesPerSecond) * 1_000) : 0;
}

/** What of a file's query travels as headers. */
function headersIn(id: OperationId, { query = {} }: RequestInput): Record<string, string> {
  const given = endpoints[id].headers.filter((key) => query[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, String(query[key])]));
}

/** The innermost message: the platform's own says only that fetching failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

/** Where a call goes. Throws `TypeError` for a parameter that is missing or that no URL can carry. */
function addressOf(baseUrl: string, id: OperationId, input: RequestInput): { method: string; url: string } {
  const { method, path, bytes, headers } = endpoints[id];
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = input.params?.[name];
    // A file's path is the rest of the address.
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
  // A URL parser resolves dots away, also when they are escaped: the call would land elsewhere.
  if (text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
    throw new TypeError(`${id}: the path parameter "${name}" cannot be ${JSON.stringify(text)}.`);
  }
  return encodeURIComponent(text);
}
