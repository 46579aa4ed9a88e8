import { setTimeout as pause } from 'node:timers/promises';
import { builtinEmbedder, type Embedder } from '@tessera/resolver';
import { configuredHostLookup } from '../../platform/outgoing/host-lookup.js';
import { createHostFetch } from '../../platform/outgoing/public-fetch.js';
import type { Settings } from '../../platform/settings.js';
import { traceHeaders } from '../../platform/trace.js';
import { createTransformersEmbedder, hasTransformers } from './transformers.js';

/**
 * Creates the embedder of an id, or of a name in `SVC_EMBEDDER`. Id and name are the same except for the built-in one.
 */
export function createEmbedder(name: string, settings: Settings): Embedder {
  const [kind, model] = splitOnce(name);
  if (kind === 'openai') {
    return createOpenAiEmbedder(model, settings);
  }
  return kind === 'transformers' ? createTransformersEmbedder(model) : builtinEmbedder;
}

/**
 * Whether these settings reach the embedder of an id. Queries are never sent to a public provider that the settings do
 * not name.
 */
export function isReachable(embedderId: string, settings: Settings): boolean {
  const [kind] = splitOnce(embedderId);
  if (kind === 'openai') {
    return settings.SVC_EMBED_URL !== undefined || splitOnce(settings.SVC_EMBEDDER)[0] === kind;
  }
  return kind === 'transformers' ? hasTransformers() : embedderId === builtinEmbedder.id;
}

/** Any endpoint with OpenAI's `/v1/embeddings`: OpenAI itself, Ollama, vLLM, LM Studio, TEI. */
function createOpenAiEmbedder(model: string, settings: Settings): Embedder {
  const base = settings.SVC_EMBED_URL ?? 'https://api.openai.com/v1';
  const url = `${base.replace(/\/+$/, '')}/embeddings`;
  const headers = {
    authorization: `Bearer ${settings.SVC_EMBED_API_KEY ?? 'none'}`,
    'content-type': 'application/json',
  };
  const hostFetch = createHostFetch(configuredHostLookup(settings));
  return {
    id: `openai:${model}`,
    dimensions: 0,
    embed: async (texts, signal) => {
      const body = JSON.stringify({ model, input: texts, encoding_format: 'float' });
      const request = { url, body, headers: { ...headers, ...traceHeaders() } };
      const timing = { timeoutMs: settings.SVC_EMBED_TIMEOUT_MS, signal };
      const vectors = readVectors(await post(hostFetch, request, timing));
      return texts.map((_text, index) => {
        const vector = vectors.get(index);
        if (vector === undefined) {
          throw new Error(`the embedding provider gave no vector for text ${index + 1} of ${texts.length}`);
        }
        return vector;
      });
    },
  };
}

/** The error response of a provider. */
class ProviderError extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`the embedding provider answered ${status}: ${text.slice(0, 500)}`);
  }
}

const retriesMax = 2;
/** Statuses below 500 that may be temporary, so the request is repeated. */
const transientStatuses = [408, 409, 429];
const firstPauseMs = 500;
const longestPauseMs = 60_000;

interface ProviderRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request, and retries transient failures. The time limit applies to each attempt. */
async function post(
  hostFetch: typeof fetch,
  { url, headers, body }: ProviderRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const response = await hostFetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(limits) }).catch(
      (error: unknown) => {
        if (retries === retriesMax || signal?.aborted) {
          throw error;
        }
        return undefined;
      },
    );
    if (response?.ok) {
      return response.json();
    }
    if (response !== undefined) {
      const text = await response.text();
      if (retries === retriesMax || !(response.status >= 500 || transientStatuses.includes(response.status))) {
        throw new ProviderError(response.status, text);
      }
    }
    await pause(pauseMs(response?.headers, retries), undefined, signal ? { signal } : {});
  }
}

/** The pause that the provider requests, if any. */
function pauseMs(headers: Headers | undefined, retries: number): number {
  const [milliseconds, seconds] = [headers?.get('retry-after-ms'), headers?.get('retry-after')];
  const wantedMs = milliseconds ? Number(milliseconds) : seconds ? Number(seconds) * 1_000 : Number.NaN;
  return wantedMs >= 0 && wantedMs < longestPauseMs ? wantedMs : firstPauseMs * 2 ** retries;
}

/**
 * Reads the vectors of a response by position. A value that is not a number becomes NaN, and a vector that is not a
 * list becomes empty.
 */
function readVectors(answer: unknown): Map<unknown, Float32Array> {
  const { data } = answer as { readonly data?: unknown };
  return new Map(
    (Array.isArray(data) ? data : []).map(({ index, embedding }: Readonly<Record<string, unknown>>) => [
      index,
      Float32Array.from(Array.isArray(embedding) ? embedding : [], (value) =>
        typeof value === 'number' ? value : Number.NaN,
      ),
    ]),
  );
}

function splitOnce(name: string): [string, string] {
  const colon = name.indexOf(':');
  return colon === -1 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)];
}
