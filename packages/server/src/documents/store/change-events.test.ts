import { describe, expect, it } from 'vitest';
import { commitEvents, documentEvent } from './change-events.js';

describe('commitEvents', () => {
  it('returns one event for each kind of change, which also counts documents that it does not name', () => {
    const moved = [{ path: 'manual/b.md', from: 'manual/a.md' }];
    const commit = {
      repo: 'manual',
      commit: 'c0ffee',
      count: 302,
      paths: ['manual/new.md', 'manual/b.md', 'manual/a.md', 'manual/old.md'],
      counts: { written: 300, moved: 1, deleted: 1 },
      moved,
      deleted: ['manual/old.md'],
    };
    const also = { repo: 'manual', commit: 'c0ffee' };
    expect(commitEvents(commit)).toEqual([
      {
        event: 'document.written',
        subject: 'repo manual',
        data: { ...also, count: 300, documents: [{ path: 'manual/new.md' }] },
      },
      { event: 'document.moved', subject: 'repo manual', data: { ...also, count: 1, documents: moved } },
      {
        event: 'document.deleted',
        subject: 'repo manual',
        data: { ...also, count: 1, documents: [{ path: 'manual/old.md' }] },
      },
    ]);
  });

  it('names the earlier path of a moved document', () => {
    expect(documentEvent('moved', { path: 'manual/b.md', from: 'manual/a.md' }, 'v')).toEqual({
      event: 'document.moved',
      subject: 'repo manual',
      data: { repo: 'manual', count: 1, documents: [{ path: 'manual/b.md', from: 'manual/a.md' }], version: 'v' },
    });
  });
});
