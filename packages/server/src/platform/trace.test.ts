import { describe, expect, it } from 'vitest';
import { inTrace, traceHeaders, traceIdOf } from './trace.js';

const header = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('traceparent', () => {
  it('is passed on unchanged, even after asynchronous work', async () => {
    const passedOn = await inTrace(header, async () => {
      await Promise.resolve();
      return traceHeaders();
    });
    expect(passedOn).toEqual({ traceparent: header });
    expect(traceHeaders()).toEqual({});
  });

  it('is ignored if malformed or all zeros', () => {
    expect(traceIdOf(header)).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    for (const wrong of [
      undefined,
      '',
      'x',
      `${header} `,
      header.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32)),
    ]) {
      expect(traceIdOf(wrong)).toBeUndefined();
      expect(inTrace(wrong, traceHeaders)).toEqual({});
    }
  });
});
