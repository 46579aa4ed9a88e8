import { expect, it } from 'vitest';
import { type AuditEvent, burstSummary, burstsOf } from './bursts.js';

const event = (minute: number, actor = 'ada', target = 'products'): AuditEvent => ({
  id: `${minute} ${actor}`,
  at: new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString(),
  action: 'collection.records_imported',
  actor: { kind: 'session', id: actor, name: actor },
  target,
  detail: { written: 500, failed: 1 },
  request_id: null,
});

it('joins the calls of an import, and ends a burst at a pause, another actor or another target', () => {
  const log = [event(50), event(30), event(29), event(20), event(19, 'bob'), event(18, 'bob', 'orders')];
  const bursts = burstsOf(log);
  expect(bursts.map((burst) => burst.length)).toEqual([1, 3, 1, 1]);
  const [, imported] = bursts;
  expect(imported && burstSummary(imported)).toBe('products · 1,500 written · 3 failed');
});
