import { createRequire } from 'node:module';
import type { Embedder } from '@tessera/resolver';
import { InvalidSettingError } from '../../platform/settings.js';

const packageName = '@huggingface/transformers';

/** The part of the optional package that this file uses. */
interface Transformers {
  pipeline(task: 'feature-extraction', model: string): Promise<FeatureExtractor>;
}

/** Converts inputs to a tensor that contains one vector for each input. */
type FeatureExtractor = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: true },
) => Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }>;

/**
 * Runs a local ONNX model in this process. `model` is its name on the hub, or the path of its folder. It is loaded with
 * the first text. The package is an optional dependency; without it, an `InvalidSettingError` says how to install it.
 */
export function createTransformersEmbedder(model: string): Embedder {
  requirePackage(model);
  let loading: Promise<FeatureExtractor> | undefined;
  const load = (): Promise<FeatureExtractor> => {
    loading ??= loadExtractor(model).catch((error: unknown) => {
      // Forget the failed attempt, so that the next text tries again. A download may have failed.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    id: `transformers:${model}`,
    dimensions: 0,
    embed: async (texts) => {
      const extract = await load();
      const { dims, data } = await extract([...texts], { pooling: 'mean', normalize: true });
      const dimensions = dims.at(-1) ?? 0;
      if (dims[0] !== texts.length || dimensions === 0) {
        throw new Error(`the model ${model} gave ${dims.join(' x ')} numbers for ${texts.length} texts`);
      }
      return texts.map((_text, index) => data.slice(index * dimensions, (index + 1) * dimensions));
    },
  };
}

/** Whether the optional package is installed. */
export function hasTransformers(): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName);
    return true;
  } catch {
    return false;
  }
}

function requirePackage(model: string): void {
  if (!hasTransformers()) {
    throw new InvalidSettingError(
      `SVC_EMBEDDER transformers:${model} needs the optional package ${packageName}: run "npm install --no-save --ignore-scripts ${packageName}@4.3.1"`,
    );
  }
}

async function loadExtractor(model: string): Promise<FeatureExtractor> {
  // The name is in a variable, so that the compiler does not look for the optional package.
  const name: string = packageName;
  const { pipeline } = (await import(name)) as Transformers;
  return pipeline('feature-extraction', model);
}
