// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../testing/calls.js';
import { watchAccess } from './access.js';
import * as texts from './texts.js';

const status = (code: number) => () => new Response(null, { status: code });

function open(html = '<main>Secret</main>', reader = 'abc'): void {
  document.body.innerHTML = html;
  if (reader === '') delete document.body.dataset.reader;
  else document.body.dataset.reader = reader;
  watchAccess();
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an open reading page', () => {
  it.each([401, 403, 404, 410])('is cleared within a minute after status %i', async (code) => {
    answerCalls(status(200), status(code));
    open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(document.body.textContent).toBe('Secret');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(document.querySelector('[role=alert]')?.textContent).toContain(texts.gone);
    expect(document.body.textContent).not.toContain('Secret');
  });

  it('is kept while the service is unreachable or fails', async () => {
    answerCalls(status(500), () => {
      throw new TypeError('offline');
    });
    open();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(document.body.textContent).toBe('Secret');
  });

  it('is not checked if it is public', async () => {
    const calls = answerCalls(status(404));
    open('<main>Public</main>', '');
    await vi.advanceTimersByTimeAsync(180_000);
    expect(calls).not.toHaveBeenCalled();
  });

  it('of a magic link reports that it was seen', () => {
    const calls = answerCalls(status(204));
    open('<form class="forwardable"></form>');
    expect(calls).toHaveBeenCalledWith('/r/seen', { method: 'POST' });
  });
});
