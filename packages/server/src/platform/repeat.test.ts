import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.js';

const hourMs = 3_600_000;

function logInto(lines: string[]) {
  return pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
}

describe('repeat', () => {
  it('repeats its work, and logs consecutive failures once', async () => {
    const lines: string[] = [];
    const work = vi.fn(async () => {
      if (work.mock.calls.length !== 4) throw new Error('the database is away');
    });
    const { stop } = repeat({ log: logInto(lines), everyMs: 1, failure: 'it failed' }, work);
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(6));
    await stop();
    expect(lines).toEqual(['it failed; tried again later', 'it failed; tried again later']);
  });

  it('runs at the start if requested, and again when woken, even during a run', async () => {
    let finish = (): void => undefined;
    const work = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const { wake, stop } = repeat({ log: logInto([]), everyMs: hourMs, atStart: true, failure: '' }, work);
    expect(work).toHaveBeenCalledTimes(1);
    wake();
    finish();
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
    finish();
    const stopped = stop();
    finish();
    await stopped;
  });

  it('waits for its interval by default', async () => {
    const work = vi.fn(async () => undefined);
    await repeat({ log: logInto([]), everyMs: hourMs, failure: '' }, work).stop();
    expect(work).not.toHaveBeenCalled();
  });

  it('aborts the signal of a run when stopped, and waits for the run', async () => {
    let isDone = false;
    const work = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          isDone = true;
          resolve();
        });
      });
    await repeat({ log: logInto([]), everyMs: hourMs, atStart: true, failure: '' }, work).stop();
    expect(isDone).toBe(true);
  });
});
