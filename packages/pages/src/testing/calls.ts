import { type Mock, vi } from 'vitest';

/** Responds to the calls of a page in order; the last response is repeated. Without any, the page is offline. */
export function answerCalls(...responses: (() => Response)[]): Mock<typeof fetch> {
  const left = [...responses];
  const mock = vi.fn<typeof fetch>(async () => {
    const respond = left.length > 1 ? left.shift() : left[0];
    if (respond === undefined) {
      throw new TypeError('offline');
    }
    return respond();
  });
  vi.stubGlobal('fetch', mock);
  return mock;
}
