import { describe, expect, it } from 'vitest';
import {
  operationIds,
  unknownOperations,
  unknownSettings,
  unorderedFolders,
  unusedEvents,
} from './reference-rules.mjs';

const ids = operationIds([
  {
    path: 'packages/contract/src/a.ts',
    text: "defineRoute('parcels.create', 'POST /g')\ndefineRoute(\n  'parcels.list',",
  },
  { path: 'packages/server/src/a.ts', text: "defineRoute('parcels.other', 'POST /g')" },
]);
const unknownIn = (text: string) => unknownOperations([{ path: 'a.test.ts', text }], ids).map(({ line }) => line);

describe('titles of tests', () => {
  it('are refused if they start with an operation that does not exist', () => {
    expect(unknownIn("it('parcels.make > adds a group', () => {")).toEqual([1]);
    expect(unknownIn("\ndescribe('parcels.make', () => {")).toEqual([2]);
    expect(unknownIn("])('parcels.create, parcels.make > both', () => {")).toEqual([1]);
    expect(unknownIn('it.each([1])(\n  `parcels.make (%s) > adds`, () => {')).toEqual([1]);
  });

  it('are accepted with an existing operation, and with other words that have a dot', () => {
    expect(unknownIn("it('parcels.create > adds a group', () => {")).toEqual([]);
    expect(unknownIn("it('reads parcels.ndjson', () => {")).toEqual([]);
    expect(unknownIn("it('stepOf > emits parcels.made', () => {")).toEqual([]);
  });
});

it('settings in documents are refused if no source reads them', () => {
  const sources = [{ path: 'packages/server/src/platform/settings.ts', text: 'SVC_PORT: setting()' }];
  // Joined, because every variable that a script names must exist.
  const unknown = ['SVC', 'UNHEARD'].join('_');
  const documents = [{ path: 'docs/a.md', text: `Set \`SVC_PORT\`.\nSet \`${unknown}\`.` }];
  expect(unknownSettings(documents, sources).map(({ line }) => line)).toEqual([2]);
});

it('events are refused if nothing emits them or no document names them', () => {
  const path = 'packages/contract/src/webhook-events.ts';
  const definition = { path, text: "{\n  'a.sent': one,\n  'a.silent': one,\n  'a.hidden': one,\n}" };
  const server = { path: 'packages/server/src/a.ts', text: "outboxEvent('a.sent', one); outboxEvent('a.hidden', one)" };
  const problems = unusedEvents([{ path: 'docs/a.md', text: '`a.sent` and `a.silent`' }], [definition, server]);
  expect(problems.map(({ line, message }) => [line, message.split(':')[0]])).toEqual([
    [3, 'nothing emits the event a.silent'],
    [4, 'no document names the event a.hidden'],
  ]);
});

it('folders of the server are refused if the structure rules do not order them', () => {
  const files = [
    'documents/drafts/a.ts',
    'documents/made/a.ts',
    'made/a.ts',
    'access/any/a.ts',
    'main.ts',
    'testing/a.ts',
  ].map((path) => ({ path: `packages/server/src/${path}`, text: '' }));
  expect(unorderedFolders(files).map(({ path }) => path)).toEqual([
    'packages/server/src/documents/made',
    'packages/server/src/made',
  ]);
});
