import { describe, expect, it } from 'vitest';
import { proseProblems } from './prose-rules.mjs';

const words = (count: number) => `${'word '.repeat(count - 1)}word.`;
const found = (path: string, source: string) => proseProblems(path, source).map(({ line }) => line);

describe('npm run prose', () => {
  it.each([
    ['a sentence of a document with 26 words', 'docs/a.md', words(26), [1]],
    ['a sentence of a list item', 'docs/a.md', `# Title\n\n- Short.\n- Also\n  ${words(26)}`, [4]],
    ['an avoided word in a heading', 'docs/a.md', '# Somebody', [1]],
    ['an avoided phrase in a comment that is wrapped', 'clients/a.ts', 'f();\n// Both run in\n// turns.', [2]],
    ['an avoided word in a block comment', 'clients/a.ts', '/**\n * Fine.\n * A value that travels.\n */', [1]],
    ['an avoided word in a test title', 'clients/a.test.ts', "it('holds a value', () => {});", [1]],
    ['an avoided word in the title of a table', 'clients/a.test.ts', "it.each([\n  ['a b'],\n])('tells %s', f);", [3]],
    ['an avoided word in comments of a shell script', 'ops/a.sh', 'echo somebody\n# It\n# travels.', [2]],
    ['an avoided word in a docstring of Python', 'clients/a.py', 'def f():\n    """For somebody."""', [2]],
    ['an avoided word in a comment of SQL', 'ops/a.sql', 'select 1;\n-- For somebody.', [2]],
    ['an avoided word in a comment of CSS', 'a.css', 'a { }\n/* For\n somebody. */', [2]],
    ['an avoided phrase in a text for users', 'packages/x/src/a.ts', "f('may be left out');", [1]],
  ])('reports %s', (_, path, source, lines) => expect(found(path, source)).toEqual(lines));

  it.each([
    ['a sentence with 25 words', 'docs/a.md', words(25)],
    [
      'inline code, blocks of code and the addresses of links',
      'docs/a.md',
      '`somebody` [a](somebody)\n\n```\nsomebody\n```',
    ],
    ['two sentences, the second with inline code first', 'docs/a.md', `${words(15)} \`x\` ${words(15)}`],
    ['a transaction that holds a lock', 'clients/a.ts', '// Holds the lock of the row.'],
    ['the data of a test', 'clients/a.test.ts', "it('reads it', () => f('somebody holds a value'));"],
  ])('accepts %s', (_, path, source) => expect(found(path, source)).toEqual([]));
});
