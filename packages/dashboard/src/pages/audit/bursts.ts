import type { CallAnswer } from '@tessera/client';
import { textOf } from '../../text.js';
import { summaryOf } from './actions.js';

/** An entry of the audit log. */
export type AuditEvent = CallAnswer<'audit.list'>['events'][number];

/** Entries in a row with one action, target and actor, the newest first. An import of many pages is one. */
export type Burst = readonly [AuditEvent, ...AuditEvent[]];

const pauseMs = 10 * 60_000;

/** Joins the entries of a log, the newest first, to bursts. A pause of ten minutes ends one. */
export function burstsOf(events: readonly AuditEvent[]): Burst[] {
  const bursts: [AuditEvent, ...AuditEvent[]][] = [];
  for (const event of events) {
    const burst = bursts.at(-1);
    const last = burst?.at(-1);
    if (burst !== undefined && last !== undefined && isSame(last, event)) burst.push(event);
    else bursts.push([event]);
  }
  return bursts;
}

function isSame(newer: AuditEvent, older: AuditEvent): boolean {
  const isNear = Date.parse(newer.at) - Date.parse(older.at) <= pauseMs;
  const [one, other] = [newer, older].map(({ action, target, actor }) => [action, target, actor.id, actor.device?.id]);
  return isNear && JSON.stringify(one) === JSON.stringify(other);
}

const sumWords: Readonly<Record<string, (count: number) => string>> = {
  written: (count) => textOf('{count} written', { count }),
  imported: (count) => textOf('{count} imported', { count }),
  failed: (count) => textOf('{count} failed', { count }),
};

/** What a burst changed, in words: the target, and the sums of its numbers. */
export function burstSummary(burst: Burst): string {
  const sums = Object.entries(sumWords).flatMap(([name, words]) => {
    const sum = burst.reduce((total, { detail }) => total + (Number(detail[name]) || 0), 0);
    return sum === 0 ? [] : [words(sum)];
  });
  const [first] = burst;
  if (sums.length === 0) return burst.length === 1 ? summaryOf(first) : (first.target ?? summaryOf(first));
  return [first.target, ...sums].filter((part) => part !== null).join(' · ');
}
