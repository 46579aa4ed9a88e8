import { describe, expect, it } from 'vitest';
import { conditionsText, operators } from './conditions.js';
import { contentOf, newViewId, showsOf } from './views.js';

const types = { price: 'number', sold: 'enum', made: 'date' };
const saved = (shows: Parameters<typeof contentOf>[0]) => {
  const { filters = null, order = null, query = null } = contentOf(shows, types);
  return JSON.parse(JSON.stringify({ filters, order, query }));
};

describe('a saved view', () => {
  it.each(operators)('restores a filter that $label', ({ value: operator }) => {
    const needsValue = operator !== 'exists' && operator !== 'absent';
    const value = !needsValue ? '' : operator === 'in' ? '1, 20.5' : '20.5';
    const shows = { filter: conditionsText([{ field: 'price', operator, value }]), order: 'price:desc', find: 'oak' };
    expect(showsOf(saved(shows))).toEqual(shows);
  });

  it('restores several conditions, and a list without any', () => {
    const filter = conditionsText([
      { field: 'price', operator: 'gte', value: '1' },
      { field: 'price', operator: 'lte', value: '9' },
      { field: 'sold', operator: 'is', value: 'false' },
    ]);
    expect(showsOf(saved({ filter }))?.filter).toBe(filter);
    expect(saved({ find: '  ' })).toEqual({ filters: null, order: null, query: null });
    expect(showsOf(saved({}))).toEqual({});
  });

  it('is not shown if the editor has no such condition', () => {
    expect(showsOf({ filters: { price: { lt: 1 } }, order: null, query: null })).toBeUndefined();
  });
});

it('newViewId > is a UUID', () => {
  expect(newViewId()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
