import { builtinEmbedder, type Embedder } from '@tessera/resolver';
import OpenAI from 'openai';
import type { Settings } from '../../platform/settings.js';
import { createTransformersEmbedder } from './transformers.js';

/** The embedder that `SVC_EMBEDDER` names. */
export function createEmbedder(settings: Settings): Embedder {
  const [kind, model] = splitOnce(settings.SVC_EMBEDDER);
  if (kind === 'openai') {
    return createOpenAiEmbedder(model, settings);
  }
  return kind === 'transformers' ? createTransformersEmbedder(model) : builtinEmbedder;
}

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
      const answer = await client.embeddings.create({ model, input: [...texts], encoding_format: 'float' }, { signal });
      const byPlace = new Map(answer.data.map((entry) => [entry.index, entry.embedding]));
      return texts.map((_text, place) => {
        const vector = byPlace.get(place);
        if (vector === undefined || vector.length === 0 || !vector.every(Number.isFinite)) {
          throw new Error(`the embedding provider gave no usable vector for text ${place + 1} of ${texts.length}`);
        }
        return Float32Array.from(vector);
      });
    },
  };
}

function splitOnce(name: string): [string, string] {
  const colon = name.indexOf(':');
  return colon === -1 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)];
}
