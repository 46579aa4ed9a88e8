import { describe, expect, test } from 'vitest';
import { generateKernel } from '../../scripts/build-kernel.mjs';
import { kernelBase64 } from './generated/kernel.js';

describe('createKernel > the committed code', () => {
  test('equals the code compiled from its source', async () => {
    const fresh = [...(await generateKernel()).matchAll(/'([^']+)'/g)].map(([, line]) => line).join('');
    expect(kernelBase64).toBe(fresh);
  }, 60_000);
});
