import { limits } from '@tessera/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SlowWorkspaces } from './slow-workspaces.js';

const shared = limits.isolatedProcesses;
const all = shared + limits.reservedIsolatedProcesses;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('SlowWorkspaces > a workspace whose task was stopped waits as long as the task took; others do not wait', () => {
  const changed = vi.fn();
  const slow = new SlowWorkspaces(changed);
  slow.note('a', 3_000, true);
  expect([slow.reachOf('a'), slow.reachOf('b')]).toEqual([0, all]);
  vi.advanceTimersByTime(2_999);
  expect([slow.reachOf('a'), changed.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([slow.reachOf('a'), changed.mock.calls.length]).toEqual([shared, 1]);
});

it('SlowWorkspaces > a workspace with a slow task may not use the reserve for a while', () => {
  const slow = new SlowWorkspaces(() => undefined);
  slow.note('a', limits.isolatedQuickMilliseconds, false);
  expect(slow.reachOf('a')).toBe(all);
  slow.note('a', limits.isolatedQuickMilliseconds + 1, false);
  slow.note('a', 1, false);
  expect(slow.reachOf('a')).toBe(shared);
  vi.advanceTimersByTime(limits.isolatedReserveClosedSeconds * 1_000 + 1);
  expect(slow.reachOf('a')).toBe(all);
});

it('SlowWorkspaces > close ends all waits', () => {
  const changed = vi.fn();
  const slow = new SlowWorkspaces(changed);
  slow.note('a', 3_000, true);
  slow.close();
  vi.advanceTimersByTime(3_000);
  expect([slow.reachOf('a') > 0, changed.mock.calls.length]).toEqual([true, 1]);
});
