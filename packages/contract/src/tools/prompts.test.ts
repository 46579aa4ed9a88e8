import { describe, expect, it } from 'vitest';
import { findTool } from './index.js';
import { listedPrompts, promptAnswer } from './prompts.js';

const textOf = (name: string, given?: Readonly<Record<string, string>>) =>
  promptAnswer(name, given).messages[0]?.content.text;

describe('prompts', () => {
  it('name only tools that exist, and every argument in their message', () => {
    for (const { name, arguments: taken } of listedPrompts) {
      const given = Object.fromEntries(taken.map((each) => [each.name, `<${each.name}>`]));
      const text = textOf(name, given) ?? '';
      for (const value of Object.values(given)) {
        expect(text).toContain(value);
      }
      const tools = text
        .match(/\b[a-z]+_[a-z]+\b/g)
        ?.filter((word) => !['external_id', 'disambiguate_by'].includes(word));
      expect(tools?.filter((tool) => findTool(tool) === undefined)).toEqual([]);
    }
  });

  it('leave out the line of an argument that is absent, and replace only placeholders of the prompt', () => {
    expect(textOf('find_record', { query: 'lamp {collection}' })).not.toContain('Look in the collection');
    expect(textOf('find_record', { query: 'lamp {collection}' })).toContain('Find the record for: lamp {collection}');
  });

  it('say which argument is missing, and which prompts there are', () => {
    const invalid = (message: string) => expect.objectContaining({ code: -32602, message });
    expect(() => textOf('find_record', { query: ' ' })).toThrow(
      invalid('The prompt find_record needs the argument query: A code, a name or a description.'),
    );
    expect(() => textOf('other')).toThrow(invalid('Unknown prompt: other. prompts/list names those there are.'));
  });
});
