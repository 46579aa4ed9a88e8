import { operationCommand } from './operation-command.js';

/** Lists problems of documents. The exit status is 1 if there are any. */
export const checkDocuments = operationCommand({
  name: 'check',
  operation: 'documents.check',
  positional: ['prefix'],
  optional: ['prefix'],
  argumentHelp: { prefix: 'Folder or repo; default: everything' },
  everyPage: true,
  examples: ['svc docs check', 'svc docs check handbook'],
  view: ({ checked, dead_links: links, warnings, pending }, output) => {
    const problems = [
      ...links.map(({ path, line, target }) => ({ path, line, problem: `leads nowhere: ${target}` })),
      ...warnings.map(({ path, line, message }) => ({ path, line, problem: message })),
    ];
    output.rows(problems, ['path', 'line', 'problem'], `${checked} documents, nothing to fix.`);
    for (const path of pending) output.say(`${path} is still being rendered: check it again.`);
  },
  verdict: ({ dead_links: links, warnings }) =>
    links.length + warnings.length === 0 ? undefined : 'There are links or front matter to fix.',
});
