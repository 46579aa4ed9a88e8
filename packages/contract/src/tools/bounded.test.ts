import { describe, expect, it } from 'vitest';
import { boundAnswer, findTool, limits, type ToolDefinition, tools } from '../index.js';
import { sampleArguments } from './testing/sample-arguments.js';

const tool = (name: string) => findTool(name) as ToolDefinition;
const bound = (name: string, answer: Record<string, unknown>, args = sampleArguments[name] ?? {}) =>
  boundAnswer({ tool: tool(name), args: tool(name).input.parse(args), answer }, JSON.stringify);
const lengthOf = (answer: object) => JSON.stringify(answer).length;

const long = { text: 'x"'.repeat(80_000), emoji: '🍞'.repeat(60_000) };
const many = Array.from({ length: 3_000 }, (_, index) => ({ external_id: `${index}`, note: 'y'.repeat(100) }));
const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field ${index}`, 'z'.repeat(60)]));
/** Answers of every shape that are too long. */
const answers = [
  { results: [long, long], ...long },
  { results: many, other: many },
  { attributes: wide, results: [wide] },
  { results: [{ nested: { ...wide, long, many } }], text: long.text },
];

describe('boundAnswer', () => {
  it.each(tools)('returns at most 100,000 characters for $name, whatever its operation returns', ({ name }) => {
    for (const answer of answers) {
      const bounded = bound(name, answer);
      expect(lengthOf(bounded)).toBeLessThanOrEqual(limits.toolResultCharacters);
      expect(JSON.stringify(bounded)).toMatch(/\[cut: \d+ characters|"cut":\[\{"path"|"next_offset":\d/);
    }
    const short = { results: [{ external_id: '1' }] };
    expect(bound(name, short)).toBe(short);
  });

  it('states the full length of a cut string, and the call that returns the rest', () => {
    const attributes = { note: 'x'.repeat(200_000), name: 'Lamp' };
    const record = bound('get_record', { external_id: 'a/b', attributes });
    const { note, name } = record.attributes as Record<string, string>;
    expect(name).toBe('Lamp');
    expect(note).toMatch(
      /^x{80000}… \[cut: 200000 characters, GET \/collections\/products\/records\/a%2Fb returns all\]$/,
    );
    const found = bound('query_collection', { results: [{ external_id: '1', attributes }] });
    expect(JSON.stringify(found)).toContain('[cut: 200000 characters, get_record with the external_id returns all]');
  });

  it('states the full length of a cut list and how to get the rest, without a cursor that would skip it', () => {
    const documents = Array.from({ length: 500 }, (_, index) => ({
      path: `handbook/${index}`,
      title: 'x'.repeat(250),
    }));
    const listed = bound('list_documents', { documents, count: 500, next_cursor: 'n' });
    const shown = (listed.documents as unknown[]).length;
    expect(listed).toMatchObject({
      count: 500,
      cut: [
        {
          path: 'documents',
          length: 500,
          shown,
          call: `list_documents with limit: ${shown}, then with its next_cursor`,
        },
      ],
    });
    expect(shown).toBeGreaterThan(300);
    expect(listed.next_cursor).toBeUndefined();
  });

  it.each(['read_document', 'fetch'])('of %s is a shorter piece, after which the next one begins', (name) => {
    const text = '"🍞\n'.repeat(25_000);
    const metadata = { media_type: 'text/markdown' };
    const piece = bound(name, { id: 'a', text, next_offset: 60_000, metadata }, { ...sampleArguments[name] });
    const start = name === 'fetch' ? 0 : 60_000;
    const next = name === 'fetch' ? (piece.metadata as { next_offset: number }).next_offset : piece.next_offset;
    expect(text.startsWith(piece.text as string)).toBe(true);
    expect(next).toBe(start + (piece.text as string).length);
    expect((piece.text as string).isWellFormed()).toBe(true);
  });
});
