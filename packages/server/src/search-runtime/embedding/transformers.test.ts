import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosine } from '@tessera/search-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidSettingError } from '../../platform/settings.js';
import { writeTinyModel } from '../../testing/tiny-model.js';
import { createTransformersEmbedder, hasTransformers } from './transformers.js';

const installed = hasTransformers();
if (!installed) {
  console.info('The optional package @huggingface/transformers is not installed: local models are not tested.');
}

describe.runIf(installed)('createTransformersEmbedder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-model-'));
  beforeAll(() => writeTinyModel(folder));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('computes unit vectors, closer the more words two inputs share, regardless of the batch', async () => {
    const embedder = createTransformersEmbedder(folder);
    const [desk, sameDesk, lamp] = await embedder.embed(['oak desk', 'Oak desk', 'brass lamp']);
    const [alone] = await embedder.embed(['oak desk']);
    if (!desk || !sameDesk || !lamp || !alone) {
      throw new Error('a vector is missing');
    }
    expect(Math.hypot(...desk)).toBeCloseTo(1, 5);
    expect(cosine(desk, sameDesk)).toBeCloseTo(1, 5);
    expect(cosine(desk, alone)).toBeCloseTo(1, 4);
    expect(cosine(desk, lamp)).toBeLessThan(0.5);
  });

  it('rejects if the model cannot be loaded, and can be called again', async () => {
    const embedder = createTransformersEmbedder(join(folder, 'nowhere'));
    await expect(embedder.embed(['oak'])).rejects.toThrow();
    await expect(embedder.embed(['oak'])).rejects.toThrow();
  });
});

describe.runIf(!installed)('createTransformersEmbedder (package missing)', () => {
  it('fails at startup, and says what to install', () => {
    expect(() => createTransformersEmbedder('some/model')).toThrow(InvalidSettingError);
    expect(() => createTransformersEmbedder('some/model')).toThrow(/npm install/);
  });
});
