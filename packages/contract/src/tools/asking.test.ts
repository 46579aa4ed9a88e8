import { describe, expect, it } from 'vitest';
import { askedAnswer, findTool, type Person, personOf, type ToolDefinition } from '../index.js';

const tool = (name: string) => findTool(name) as ToolDefinition;
const results = [
  { external_id: '1', collection: 'desks' },
  { external_id: '1', collection: 'chairs' },
  { external_id: '2', collection: 'desks' },
];
const by = (field: string, ...values: [string | null, string[]][]) => ({
  confidence: 'low',
  reasons: ['Both are called oak.'],
  results,
  disambiguate_by: { field, values: values.map(([value, external_ids]) => ({ value, external_ids })) },
});
const ask = (answer: Record<string, unknown>, person: Person, name = 'resolve') =>
  askedAnswer({ tool: tool(name), args: { query: 'oak' }, answer }, person);
const unasked: Person = { canBeAsked: true, canOpen: false, answer: undefined };
const chose = (choice: string): Person => ({ canBeAsked: true, canOpen: false, answer: { choice } });

describe('askedAnswer > a low answer', () => {
  const size = by('size', ['80', ['1']], [null, ['2']]);

  it('asks the person, and offers each value as an answer', () => {
    expect(ask(size, unasked)).toMatchObject({
      question: {
        message: '"oak" fits several records. Which size is meant?',
        requestedSchema: { properties: { choice: { enum: ['80', 'without size'] } } },
      },
    });
  });

  it.each([
    ['the client cannot ask', size, { ...unasked, canBeAsked: false }, 'resolve'],
    ['the person declined', size, { ...unasked, answer: null }, 'resolve'],
    ['nothing tells the results apart', { ...size, disambiguate_by: undefined }, unasked, 'resolve'],
    ['it is high', { ...size, confidence: 'high' }, unasked, 'resolve'],
    ['many are resolved at once', size, unasked, 'resolve_records'],
    ['the client answers what was not offered', size, chose('90'), 'resolve'],
  ])('is returned unchanged if %s', (_title, answer, person, name) => {
    expect(ask(answer, person, name)).toEqual({ answer });
  });

  it.each([{}, { query: ' ' }])('is returned unchanged if the call lists by filters alone (%j)', (args) => {
    const call = { tool: tool('query_collection'), args: { ...args, filters: { size: '80' } }, answer: size };
    expect(askedAnswer(call, unasked)).toEqual({ answer: size });
  });

  it('becomes high for the one record that the person chose', () => {
    const { answer } = ask(size, chose('without size')) as { answer: Record<string, unknown> };
    expect(answer).toMatchObject({ confidence: 'high', results: [results[2]] });
    expect(answer.reasons).toEqual(['The user chose size: without size.', 'Both are called oak.']);
    expect(answer).not.toHaveProperty('disambiguate_by');
  });

  it('stays low if several records remain, and asks for the collection if two have the same id', () => {
    expect(ask(by('brand', ['Arc', ['1', '2']]), chose('Arc'))).toMatchObject({ answer: { confidence: 'low' } });
    const { answer } = ask(by('collection', ['desks', ['1']], ['chairs', ['1']]), chose('chairs')) as never as {
      answer: object;
    };
    expect(answer).toMatchObject({ confidence: 'high', results: [results[1]] });
  });
});

describe('personOf > the capabilities of a client', () => {
  it.each([
    [undefined, false, false],
    [{}, false, false],
    [{ elicitation: {} }, true, false],
    [{ elicitation: { form: {} } }, true, false],
    [{ elicitation: { url: {} } }, false, true],
    [{ elicitation: { form: {}, url: {} } }, true, true],
  ])('%j support questions: %s, and links: %s', (capabilities, canBeAsked, canOpen) => {
    expect(personOf(capabilities, undefined)).toEqual({ canBeAsked, canOpen, answer: undefined });
  });
});
