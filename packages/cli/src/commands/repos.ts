import type { Family } from './family.js';
import { operationCommand } from './operation-command.js';

const description = { help: 'What the repo contains' } as const;
const shown = ['name', 'documents', 'can_write', 'can_clone', 'clone_url', 'description'];

/** The commands on repos, which contain documents and their versions. */
export const repos: Family = {
  name: 'repos',
  description: 'Repos: where documents and their versions are kept. Git clones them.',
  examples: ['svc repos list', "svc repos create handbook --description 'How we work'"],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'repos.list',
      examples: ['svc repos list', 'svc repos list --json'],
      view: { list: 'repos', columns: shown, nothing: 'No repos. Create one with `svc repos create <name>`.' },
    }),
    operationCommand({
      name: 'create',
      operation: 'repos.create',
      positional: ['name'],
      argumentHelp: { name: 'Name of the repo: 1-64 of a-z, 0-9, _ and -' },
      options: { description },
      examples: ["svc repos create handbook --description 'How we work'"],
      view: { keys: shown },
    }),
    operationCommand({
      name: 'update',
      operation: 'repos.update',
      options: { name: { omit: true }, description },
      extend: (command) =>
        command
          .argument('<name>', 'Name of the repo')
          .option('--rename <name>', 'New name; the paths of its documents begin with it'),
      examples: ['svc repos update handbook --rename company-handbook'],
      complete: ({ input, args, options }) => ({
        ...input,
        params: { name: args[0] },
        body: { ...(input.body as object), ...(options.rename === undefined ? {} : { name: options.rename }) },
      }),
      view: { keys: shown },
    }),
    operationCommand({
      name: 'delete',
      operation: 'repos.delete',
      argumentHelp: { name: 'Name of the repo' },
      options: { confirm: { omit: true } },
      examples: ['svc repos delete handbook --yes'],
      question: ({ params }) => `Permanently delete repo ${String(params?.name)} with all its documents and versions?`,
      complete: ({ input }) => ({ ...input, query: { confirm: input.params?.name } }),
      view: { keys: ['id', 'name', 'deleted'] },
    }),
  ],
};
