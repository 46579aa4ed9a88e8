import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Host } from './host.js';
import { buildProgram } from './program.js';
import { runCli } from './testing/run-cli.js';

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const host = {
  environment: {},
  stdout: nowhere,
  stderr: nowhere,
  configFolder: '/',
  deviceName: 'here',
} as unknown as Host;
const program = buildProgram(host, '0.0.0');

interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Every command that does something by itself, with its words. */
function leaves(command: Command, words: readonly string[] = []): Leaf[] {
  const below = command.commands.flatMap((child) => leaves(child, [...words, child.name()]));
  // `workspaces` has subcommands, but also lists by itself.
  const isLeaf = command.commands.length === 0 || command.name() === 'workspaces';
  return [...(isLeaf ? [{ words, command }] : []), ...below];
}

const all = leaves(program).map((leaf) => ({ ...leaf, line: leaf.words.join(' ') }));

describe('the help of every command', () => {
  it('is complete', () => {
    expect(all.length).toBeGreaterThan(60);
  });

  it.each(all)(
    'svc $line describes itself, its arguments and its options, and shows an example',
    async ({ words, command }) => {
      const { status, stdout } = await runCli([...words, '--help']);
      expect(status).toBe(0);
      expect(command.description()).toMatch(/\w+ \w+/);
      expect(command.summary()).not.toContain('\n');
      expect(stdout).toMatch(new RegExp(`Examples?:\\n(?:  .*\\n)*.*\\bsvc ${words.join(' ')}(\\s|$)`));
      const undescribed = [
        ...command.registeredArguments
          .filter(({ description }) => description.trim() === '')
          .map((argument) => argument.name()),
        ...command.options
          .filter(({ description, hidden }) => !hidden && description.trim() === '')
          .map(({ long }) => long),
      ];
      expect(undescribed).toEqual([]);
    },
  );

  it.each(all)('svc $line has examples that it accepts', async ({ words, command }) => {
    const { stdout } = await runCli([...words, '--help']);
    const examples = [...stdout.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
    const known = new Set([...command.options, ...program.options].flatMap(({ long, short }) => [long, short]));
    for (const example of examples) {
      for (const [flag] of example.replace(/'[^']*'/g, '').matchAll(/(?<=\s)--?[a-z][a-z-]*/g))
        expect(known).toContain(flag);
    }
  });

  it.each(['tokens', 'operator'])('svc %s explains what a token without a group can read', async (family) => {
    const { stdout } = await runCli([family, family === 'tokens' ? 'create' : 'create-token', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'without it the role reader sees nothing, and other roles are not confined',
    );
  });
});
