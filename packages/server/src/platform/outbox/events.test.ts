import { webhookEvents } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { eventsOf } from './events.js';

const paths = ['manual/new.md', 'manual/b.md', 'manual/a.md', 'manual/old.md'];

describe('the events of an audit entry', () => {
  it.each([
    ['member.granted', 'id', { email: 'ada@example.com', groups: [] }, ['member.granted']],
    ['member.revoked', 'id', { email: 'ada@example.com' }, ['member.revoked']],
    ['member.expired', 'id', { email: 'ada@example.com' }, ['member.expired']],
    ['person.signed_in', 'ada@example.com', { method: 'code' }, ['member.signed_in']],
    ['person.invited', 'id', { email: 'ada@example.com', role: 'reader' }, ['member.granted']],
    ['person.invited', 'id', { email: 'ada@example.com', role: 'admin' }, []],
    ['person.removed', 'id', { email: 'ada@example.com', role: 'reader' }, ['member.revoked']],
    ['reader.link_minted', 'id', { email: 'dan@example.com' }, ['reader.created']],
    ['reader.revoked', 'id', { email: 'dan@example.com' }, ['reader.revoked']],
    ['reader.link_opened', 'id', { email: 'dan@example.com' }, ['reader.opened']],
    ['document.written', 'manual/a.md', { version: 'v' }, ['document.written']],
    ['document.restored', 'manual/a.md', { version: 'v' }, ['document.written']],
    ['document.moved', 'manual/b.md', { from: 'manual/a.md' }, ['document.moved']],
    ['document.deleted', 'manual/a.md', {}, ['document.deleted']],
    ['collection.records_written', 'parts', { written: 1 }, ['collection.records_written']],
    ['collection.records_imported', 'parts', { written: 1 }, ['collection.records_written']],
    ['collection.records_ingested', 'parts', { written: 1 }, ['collection.records_written']],
    ['collection.records_written', 'parts', { written: 0, failed: 1 }, []],
    ['collection.record_deleted', 'parts', { external_id: '1' }, ['collection.records_written']],
    ['collection.reconciled', 'parts', { tombstoned: 2, external_ids: ['1', '2'] }, ['collection.records_written']],
    ['collection.reconciled', 'parts', { tombstoned: 0, external_ids: [] }, []],
    ['api_key.created', 'id', { name: 'billing' }, []],
    ['toString', 'id', {}, []],
  ])('%s of %s with %o', (action, target, detail, expected) => {
    const events = eventsOf({ action, target, detail });
    expect(events.map(({ event }) => event)).toEqual(expected);
    expect(webhookEvents).toEqual(expect.arrayContaining(expected));
  });

  it('a commit has one event for each kind of change, which counts documents that it does not name', () => {
    const detail = {
      commit: 'c0ffee',
      paths,
      counts: { written: 300, moved: 1, deleted: 1 },
      moved: [{ path: 'manual/b.md', from: 'manual/a.md' }],
      deleted: ['manual/old.md'],
    };
    const also = { repo: 'manual', commit: 'c0ffee' };
    expect(eventsOf({ action: 'documents.committed', target: 'manual', detail })).toEqual([
      {
        event: 'document.written',
        subject: 'repo manual',
        data: { ...also, count: 300, documents: [{ path: 'manual/new.md' }] },
      },
      { event: 'document.moved', subject: 'repo manual', data: { ...also, count: 1, documents: detail.moved } },
      {
        event: 'document.deleted',
        subject: 'repo manual',
        data: { ...also, count: 1, documents: [{ path: 'manual/old.md' }] },
      },
    ]);
  });

  it('all events of one member have one subject, whatever id the entry is about', () => {
    const granted = eventsOf({ action: 'member.granted', target: 'id', detail: { email: 'ada@example.com' } });
    const signedIn = eventsOf({ action: 'person.signed_in', target: 'ada@example.com' });
    expect(signedIn[0]?.data).toEqual({ email: 'ada@example.com' });
    expect(granted[0]?.subject).toBe(signedIn[0]?.subject);
  });
});
