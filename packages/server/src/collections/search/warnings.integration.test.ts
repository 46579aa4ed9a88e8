import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const group = await workspace.group();
const confined = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
const reader = await workspace.pinned({ role: 'member', access: 'read_only' });
await workspace.must('POST', '/collections', { name: 'parts' });
const records = [
  { id: 1, name: 'Oak desk', region: 'north', width: '120', price: 90 },
  { id: 2, name: 'Oak lamp', region: 'south', width: '40', price: 20, hidden: 'x' },
];
await workspace.must('POST', '/collections/parts/import', { records });
await workspace.must('PATCH', '/collections/parts', { field_types: { price: 'number' } });
await workspace.must('PUT', `/collections/parts/grants/${group}`, {
  permission: 'read',
  filter: { region: 'north' },
});

const query = (body: object, caller?: Caller) => workspace.must('POST', '/collections/parts/query', body, caller);

async function warned(filters: object, caller?: Caller): Promise<string[] | undefined> {
  const { warnings } = await query({ query: 'oak', filters }, caller);
  return warnings?.map(
    ({ field, message }: { field: string; message: string }) => `${field}: ${message.split(/ (the|as a) /)[0]}`,
  );
}

describe('collections.query > warnings', () => {
  it('name unknown fields, and numbers that are compared as text', async () => {
    expect(await warned({ colour: 'red' })).toEqual(['colour: No record has']);
    expect(await warned({ width: { lte: 80 } })).toEqual(['width: "width" is not declared']);
    expect(await warned({ width: 40, colour: { in: [1] } })).toEqual([
      'width: "width" is not declared',
      'colour: No record has',
    ]);
    for (const passedByAll of [{ ne: 'red' }, null, { exists: false }]) {
      expect(await warned({ colour: passedByAll })).toEqual(['colour: No record has']);
    }
    expect(await warned({ hidden: { ne: 'y' } })).toBeUndefined();
  });

  it('suggest the nearest field, and the nearest value if no record has the given one', async () => {
    const nearest = async (body: object, caller?: Caller) =>
      (await query({ query: 'oak', ...body }, caller)).warnings?.map(
        ({ field, message }: { field: string; message: string }) => `${field}: ${message.split('the nearest is ')[1]}`,
      );
    expect(await nearest({ filters: { Regoin: 'north' } })).toEqual(['Regoin: "region".']);
    expect(await nearest({ fields: ['naem', 'price'] })).toEqual(['naem: "name".']);
    for (const wanted of ['Nort', { in: ['Nort', 'south'] }]) {
      expect(await nearest({ filters: { region: wanted } })).toEqual(['region: "north".']);
      const { warnings } = await query({ filters: { region: wanted } });
      expect(warnings[0].message).toBe(
        'No record has the value that you asked for in "region": the nearest is "north".',
      );
    }
    // Each value exists, but no record has both.
    expect(await nearest({ filters: { region: 'north', name: 'Oak lamp' } })).toBeUndefined();
    expect(await nearest({ filters: { region: { ne: 'Nort' } }, fields: ['id', 'name'] })).toBeUndefined();
    expect(await nearest({ filters: { region: 'south' } }, confined)).toEqual(['region: "north".']);
  });

  it('suggest no hidden fields', async () => {
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: ['name', 'price'] });
    for (const body of [{ filters: { width: '40' } }, { filters: { width: { ne: '40' } } }, { fields: ['width'] }]) {
      const { warnings } = await query({ query: 'oak', ...body }, reader);
      expect(warnings).toMatchObject([{ field: 'width', message: expect.stringMatching(/is "(name|price|id)"/) }]);
    }
    const { warnings } = await query({ query: 'oak', filters: { width: '40' }, fields: ['width'] });
    expect(warnings).toMatchObject([{ message: expect.stringContaining('No result has the field "width"') }]);
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: null });
  });

  it('are absent if a filter works as intended', async () => {
    expect(await warned({ price: { lte: 80 }, width: '40', name: { ne: 'x' } })).toBeUndefined();
    expect(await query({ query: 'oak' })).not.toHaveProperty('warnings');
    const { warnings } = await query({ filters: { colour: 'red' } });
    expect(warnings).toEqual([{ field: 'colour', message: expect.stringContaining('"colour"') }]);
  });

  it("are about the caller's slice only, and are the same for hidden and unknown fields", async () => {
    expect(await warned({ hidden: 'x' })).toBeUndefined();
    expect(await warned({ hidden: 'x' }, confined)).toEqual(['hidden: No record has']);
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: ['name'] });
    expect(await warned({ width: '40' }, reader)).toEqual(['width: No record has']);
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: null });
  });
});

describe('collections.query > fields', () => {
  it('selects the returned attributes, in their order, among visible ones', async () => {
    const attributesOf = async (body: object, caller?: Caller) =>
      (await query({ query: 'oak desk', ...body }, caller)).results.map(
        (result: { attributes: object }) => result.attributes,
      )[0];
    expect(await attributesOf({ fields: ['price', 'name', 'nothing'] })).toEqual({ price: 90, name: 'Oak desk' });
    expect(await attributesOf({ fields: [] })).toEqual({});
    expect(await attributesOf({})).toEqual({ name: 'Oak desk', region: 'north', width: '120', price: 90 });
    const exact = await query({ query: '1', fields: ['name'] });
    expect(exact.results[0]).toMatchObject({ external_id: '1', attributes: { name: 'Oak desk' } });
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: ['name'] });
    expect(await attributesOf({ fields: ['price', 'name'] }, reader)).toEqual({ name: 'Oak desk' });
    await workspace.must('PATCH', '/collections/parts', { exposed_fields: null });
  });
});
