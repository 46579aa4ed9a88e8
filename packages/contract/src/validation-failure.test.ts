import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memberEntry } from './access/ensuring.js';
import { resolutionQuery } from './collections/resolution.js';
import { codedIssue } from './issues.js';
import type { RouteDefinition } from './route.js';
import { routes } from './routes.js';
import { findTool, readArguments, type ToolDefinition } from './tools/index.js';
import { explainIssue, validateSent, validationFailureOf, validationMessage } from './validation-failure.js';

describe('validationFailureOf', () => {
  it('returns one sentence, even if details are sentences themselves', () => {
    const details = [
      { path: 'live_ids.0', message: 'The record has no id.' },
      { path: '', message: 'A filter names at most 20 fields.' },
      { path: 'name', message: 'is required' },
    ];
    expect(validationMessage(details)).toBe(
      'The request is invalid: live_ids.0: The record has no id; A filter names at most 20 fields; name: is required.',
    );
    expect(validationMessage(details.slice(0, 1))).toBe('The request is invalid: live_ids.0: The record has no id.');
  });

  it('uses the first issue with its own code and message', () => {
    const schema = z.strictObject({
      first: z.string(),
      ids: z.array(z.string()).superRefine((ids, context) => {
        if (ids.length === 0) {
          context.addIssue(codedIssue('empty_live_ids', 'Send the ids that are live.'));
        }
      }),
    });
    const { error } = schema.safeParse({ ids: [] }, { error: explainIssue });
    expect(validationFailureOf(error?.issues ?? [])).toEqual({
      code: 'empty_live_ids',
      message: 'Send the ids that are live.',
      details: [{ path: 'ids', message: 'Send the ids that are live.' }],
    });
  });

  it('lists the first twenty problems and counts the rest', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => [`key ${index} ${'x'.repeat(1_000)}`, index]);
    const { error } = z.strictObject({}).safeParse(Object.fromEntries(keys), { error: explainIssue });
    const { details, message } = validationFailureOf(error?.issues ?? []);
    expect(details).toHaveLength(20);
    expect(details[0]?.path).toMatch(/^key 0 x{10,200}…$/);
    expect(message).toContain('; and 4980 more.');
    expect(message.length).toBeLessThan(6_000);
  });

  it("uses the same words for a tool's arguments as for a request", () => {
    const tool = findTool('query_collection') as ToolDefinition;
    const read = readArguments(tool.input, { query: {}, top_k: 0, fields: {} }, JSON.parse);
    expect('failure' in read && read.failure).toEqual({
      code: 'invalid_request',
      message: expect.stringMatching(/^The arguments are invalid: .*[^.]\.$/),
      details: expect.arrayContaining([
        { path: 'collection', message: 'is required' },
        { path: 'query', message: 'must be a string' },
        { path: 'top_k', message: 'must be at least 1' },
        { path: 'fields', message: 'must be an array' },
      ]),
    });
  });
});

describe('validateSent', () => {
  const bodies = Object.values(routes as Record<string, RouteDefinition>).flatMap(({ id, body }) =>
    body === undefined ? [] : [[id, body] as const],
  );
  const many = 5_000;
  const lists = [[], {}, 1, 'x', null, [1], { id: [] }].map((element) => Array.from({ length: many }, () => element));
  const large = [...lists, Object.fromEntries(Array.from({ length: many }, (_, n) => [`k${n}`, []]))];

  it.each([...bodies, ['an entry of members.sync', memberEntry], ['an entry of resolve', resolutionQuery]] as const)(
    '%s > stops at the first issues of a large value',
    (_, schema) => {
      const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
      for (const value of large) {
        const invalid = [value, ...keys.flatMap((key) => [{ [key]: value }, { [key]: { fields: value } }])];
        for (const sent of invalid) {
          expect(validateSent(schema, sent).error?.issues.length ?? 0).toBeLessThan(50);
        }
      }
    },
  );

  it('finds every issue of a small value', () => {
    const members = Array.from({ length: 300 }, () => 1);
    const body = routes['members.sync'].body;
    expect(validateSent(body, { members }).error?.issues).toHaveLength(300);
  });

  it('returns the parsed value of any size', () => {
    const members = Array.from({ length: 10_000 }, (_, n) => ({ email: `${n}@example.com`, groups: [] }));
    expect(validateSent(routes['members.sync'].body, { members }).data).toMatchObject({ members, dry_run: false });
  });
});
