import { builtinEmbedder, builtinEmbedders, type Embedder } from '@tessera/resolver';
import OpenAI from 'openai';
import type { Settings } from '../../platform/settings.js';
import { traceHeaders } from '../../platform/trace.js';
import { createTransformersEmbedder, hasTransformers } from './transformers.js';

/** The embedder of an id, or of a name as `SVC_EMBEDDER` takes it, which is the id of all but the built-in one. */
export function createEmbedder(name: string, settings: Settings): Embedder {
  const [kind, model] = splitOnce(name);
  if (kind === 'openai') {
    return createOpenAiEmbedder(model, settings);
  }
  return kind === 'transformers' ? createTransformersEmbedder(model) : (builtinOf(name) ?? builtinEmbedder);
}

/**
 * Whether these settings reach the embedder of an id. No query goes to a public provider that they do not name.
 */
export function isReachable(embedderId: string, settings: Settings): boolean {
  const [kind] = splitOnce(embedderId);
  if (kind === 'openai') {
    return settings.SVC_EMBED_URL !== undefined || splitOnce(settings.SVC_EMBEDDER)[0] === kind;
  }
  return kind === 'transformers' ? hasTransformers() : builtinOf(embedderId) !== undefined;
}

const builtinOf = (embedderId: string): Embedder | undefined => builtinEmbedders.find(({ id }) => id === embedderId);

/** Any endpoint that speaks OpenAI's `/v1/embeddings`: OpenAI itself, Ollama, vLLM, LM Studio, TEI. */
function createOpenAiEmbedder(model: string, settings: Settings): Embedder {
  const client = new OpenAI({
    baseURL: settings.SVC_EMBED_URL ?? 'https://api.openai.com/v1',
    // Local endpoints take any key, but the client insists on one.
    apiKey: settings.SVC_EMBED_API_KEY ?? 'none',
    timeout: settings.SVC_EMBED_TIMEOUT_MS,
    maxRetries: 2,
  });
  return {
    id: `openai:${model}`,
    dimensions: 0,
    embed: async (texts, signal) => {
      const request = { model, input: [...texts], encoding_format: 'float' as const };
      const answer = await client.embeddings.create(request, { signal, headers: traceHeaders() });
      const byPlace = new Map(answer.data.map((entry) => [entry.index, entry.embedding]));
      return texts.map((_text, place) => {
        const vector = byPlace.get(place);
        if (vector === undefined) {
          throw new Error(`the embedding provider gave no vector for text ${place + 1} of ${texts.length}`);
        }
        return readVector(vector);
      });
    },
  };
}

/** The numbers of an answer; what is none is NaN, and what is no list is empty. */
function readVector(numbers: unknown): Float32Array {
  return Float32Array.from(Array.isArray(numbers) ? numbers : [], (value) =>
    typeof value === 'number' ? value : Number.NaN,
  );
}

function splitOnce(name: string): [string, string] {
  const colon = name.indexOf(':');
  return colon === -1 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)];
}
