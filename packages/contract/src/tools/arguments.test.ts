import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findTool,
  type JsonSchema,
  readArguments,
  resembles,
  setActiveWorkspaceTool,
  surfaceInput,
  type ToolDefinition,
  toInlineJsonSchema,
  tools,
} from '../index.js';
import { sampleArguments } from './testing/sample-arguments.js';

const tool = (name: string) => findTool(name) as ToolDefinition;
const read = (input: ToolDefinition['input'], args: unknown) => readArguments(input, args, JSON.parse);

const surfaces = tools.flatMap((one) =>
  (['relay', 'personal'] as const).map((surface) => ({
    title: `${one.name} (${surface})`,
    input: surfaceInput(one, surface),
    args: sampleArguments[one.name] ?? {},
  })),
);
const shown = [
  ...surfaces,
  { title: setActiveWorkspaceTool.name, input: setActiveWorkspaceTool.input, args: { workspace: 'shop' } },
];

const runs = { numRuns: 20 };
const letter = fc.constantFrom(...'abcxyz_K');

/** A name with one or two typing errors. */
const misspellingOf = (name: string) =>
  fc
    .array(fc.record({ at: fc.nat(name.length), kind: fc.constantFrom('insert', 'replace', 'remove'), by: letter }), {
      minLength: 1,
      maxLength: 2,
    })
    .map((edits) =>
      edits.reduce((text, { at, kind, by }) => {
        return text.slice(0, at) + (kind === 'remove' ? '' : by) + text.slice(kind === 'insert' ? at : at + 1);
      }, name),
    );

type Properties = [string, JsonSchema][];

const typesOf = ({ type, anyOf = [] }: JsonSchema): unknown[] =>
  type === undefined ? anyOf.flatMap((one) => typesOf(one as JsonSchema)) : [type].flat();

/** Arguments that mean the same as the given ones. */
function spellingOf(schema: JsonSchema, value: unknown): fc.Arbitrary<unknown> {
  const asText = (spelt: unknown) =>
    typesOf(schema).includes('string') ? fc.constant(spelt) : fc.constantFrom(spelt, JSON.stringify(spelt));
  if (Array.isArray(value)) {
    const items = fc.tuple(...value.map((item) => spellingOf(schema.items as JsonSchema, item)));
    return items.chain((list) => (list.length === 1 ? fc.oneof(asText(list), fc.constant(list[0])) : asText(list)));
  }
  if (typeof value !== 'object' || value === null) {
    return asText(value);
  }
  const known = Object.entries(schema.properties ?? {}) as Properties;
  const sent = Object.entries(value).map(([name, each]) => {
    const spelling = spellingOf(known.find(([other]) => other === name)?.[1] ?? {}, each);
    return (schema.properties === undefined ? fc.constant(each) : spelling).map((spelt) => [name, spelt]);
  });
  const absent = known
    .filter(([name, each]) => !(name in value || schema.required?.includes(name) || typesOf(each).includes('null')))
    .map(([name]) => fc.constantFrom([], [name, null], [name, '']));
  return fc
    .tuple(...sent, ...absent)
    .map((entries) => Object.fromEntries(entries.filter(({ length }) => length === 2)) as unknown)
    .chain(asText);
}

describe('readArguments', () => {
  it.each(shown)('ignores arguments of other tools: $title', ({ input, args }) => {
    const known = Object.keys(input.shape);
    const foreign = fc.string().filter((name) => !known.some((one) => resembles(name, one)));
    fc.assert(
      fc.property(fc.dictionary(foreign, fc.jsonValue(), { noNullPrototype: true }), (others) => {
        expect(read(input, { ...args, ...others })).toEqual(read(input, args));
      }),
      runs,
    );
  });

  it("compares at most a thousand arguments with the tool's names", () => {
    const { input } = tool('get_record');
    const many = Array.from({ length: 1_000 }, (_, n) => [`unknown ${n}`, 1]);
    const args = { collection: 'a', external_id: '1' };
    expect(read(input, { colection: 'b', ...Object.fromEntries(many), ...args })).toHaveProperty('failure');
    expect(read(input, { ...args, ...Object.fromEntries(many), colection: 'b' })).toEqual({ args });
  });

  it.each(shown)('refuses a misspelled argument and suggests the right name: $title', ({ input, args }) => {
    const known = Object.keys(input.shape);
    for (const name of known) {
      fc.assert(
        fc.property(misspellingOf(name), (misspelt) => {
          fc.pre(!known.includes(misspelt));
          const refused = read(input, { ...args, [misspelt]: 'x' });
          const failure = 'failure' in refused ? refused.failure : undefined;
          expect(failure).toMatchObject({ code: 'invalid_request', details: [{ path: misspelt }] });
          const named = known.filter((one) => failure?.message.endsWith(` but ${one} is.`));
          expect(named.some((one) => resembles(misspelt, one))).toBe(true);
        }),
        { numRuns: 5 },
      );
    }
  });

  it.each(shown)('refuses a name in other letter case: $title', ({ input, args }) => {
    for (const name of Object.keys(input.shape)) {
      const pascal = name.replace(/(^|_)([a-z])/g, (_match, _before, letter: string) => letter.toUpperCase());
      for (const other of [name.toUpperCase(), pascal]) {
        expect(read(input, { ...args, [other]: 'x' })).toMatchObject({ failure: { details: [{ path: other }] } });
      }
    }
  });

  it.each(shown)('reads every spelling of the same arguments alike, at any depth: $title', ({ input, args }) => {
    const schema = toInlineJsonSchema(input, 'input');
    fc.assert(
      fc.property(spellingOf(schema, args), (sent) => {
        expect(read(input, sent)).toEqual(read(input, args));
      }),
      { numRuns: 100 },
    );
  });

  it.each(shown)('reads a number as text if only text is accepted: $title', ({ input, args }) => {
    for (const [name, { type, format }] of Object.entries(
      toInlineJsonSchema(input, 'input').properties ?? {},
    ) as Properties) {
      if (type === 'string' && format === undefined) {
        fc.assert(
          fc.property(fc.oneof(fc.maxSafeInteger(), fc.constant(12.5)), (number) => {
            expect(read(input, { ...args, [name]: number })).toEqual(read(input, { ...args, [name]: String(number) }));
          }),
          { numRuns: 5 },
        );
      }
    }
    expect(read(tool('search').input, { query: 2 ** 60 })).toHaveProperty('failure');
  });

  it.each(shown)('accepts what stands for no arguments: $title', ({ input }) => {
    for (const sent of [null, undefined, '', [], '{}', '[]']) {
      expect(read(input, sent)).toEqual(read(input, {}));
    }
  });

  it('reads one object as a list of one, and a list of phrases as one list of synonyms', () => {
    const record = { id: 1, tags: [], note: '' };
    const written = read(tool('upsert_records').input, { collection: 'a', records: record });
    expect(written).toMatchObject({ args: { records: [record] } });
    const synonyms = ['lamp', 'light'];
    expect(read(tool('update_collection').input, { name: 'a', synonyms })).toEqual({
      args: { name: 'a', synonyms: [synonyms] },
    });
  });

  it('keeps empty text that has a meaning, and leaves a required one to be refused', () => {
    const update = tool('update_collection').input;
    expect(read(update, { name: 'a', guidance: '', phone_country: '', embed_fields: '' })).toEqual({
      args: { name: 'a', guidance: '' },
    });
    expect(read(tool('write_document').input, { path: 'a/b.md', text: '', base: null })).toHaveProperty(
      'args.text',
      '',
    );
    for (const wrong of [
      { path: '', base: 'any' },
      { path: 'a/b.md', base: '' },
    ]) {
      expect(read(tool('delete_document').input, wrong)).toHaveProperty('failure');
    }
  });

  it('keeps text if text is accepted', () => {
    for (const query of ['[1]', '12', 'true', '{"a":1}']) {
      expect(read(tool('search').input, { query })).toEqual({ args: { query } });
    }
    const given = read(tool('get_record').input, { collection: 'a', external_id: '12.50' });
    expect(given).toEqual({ args: { collection: 'a', external_id: '12.50' } });
  });

  it.each(['nested', '[1', '"3"', '{"a":1}', '12x'])('leaves the text %j to be refused as a number', (top_k) => {
    const refused = read(tool('query_collection').input, { collection: 'a', query: '', top_k });
    expect(refused).toMatchObject({ failure: { details: [{ path: 'top_k', message: 'must be a number' }] } });
  });

  it('parses with the given function, so that numbers stay exact', () => {
    const parse = (text: string) => (text === 'records' ? [{ id: 'exact' }] : JSON.parse(text));
    const given = readArguments(tool('upsert_records').input, { collection: 'a', records: 'records' }, parse);
    expect(given).toMatchObject({ args: { records: [{ id: 'exact' }] } });
  });

  it('keeps null if it resets a value', () => {
    const given = read(tool('update_collection').input, { name: 'a', synonyms: null, append_only: 'true' });
    expect(given).toEqual({ args: { name: 'a', synonyms: null, append_only: true } });
  });

  it('adds defaults to valid arguments', () => {
    const given = read(surfaceInput(tool('query_collection'), 'relay'), { collection: 'a', query: 'x' });
    expect(given).toEqual({ args: { collection: 'a', query: 'x', top_k: 10 } });
  });

  it('accepts omitted arguments as empty', () => {
    expect(read(tool('list_collections').input, undefined)).toEqual({ args: {} });
  });

  it.each([
    ['a misspelt one', { name: 'a', nmae: 'b' }, 'invalid_request', 'nmae'],
    ['a missing one', {}, 'invalid_request', 'name'],
    ['a nested one', { name: 'a', field_types: { price: 'money' } }, 'invalid_request', 'field_types.price'],
    ['a value of another type', { name: 'a', append_only: 'perhaps' }, 'invalid_request', 'append_only'],
  ])('with %s name the invalid part', (_title, args, code, path) => {
    const refused = read(tool('update_collection').input, args);
    expect(refused).toMatchObject({ failure: { code, details: [{ path }] } });
    expect('failure' in refused && refused.failure.message).toContain(path);
  });

  it.each([[[1]], [['a']], ['a'], ['"a"'], [5], [true]])('refuses arguments that are not an object: %j', (sent) => {
    for (const { input } of shown) {
      expect(read(input, sent)).toHaveProperty('failure.code', 'invalid_request');
    }
  });
});
