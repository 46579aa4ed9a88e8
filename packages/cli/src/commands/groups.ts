import type { Family } from './family.js';
import { operationCommand } from './operation-command.js';
import { jsonObjectOrNull } from './options.js';

const paths = {
  flags: '--path <pattern>',
  help: 'A relative glob pattern such as handbook/**; repeat for more',
} as const;
const offer = {
  flags: '--offer <json>',
  help: "Where its locked documents lead to, with text and url; null: to the workspace's own offer",
  read: jsonObjectOrNull,
} as const;
const keys = ['id', 'name', 'description', 'paths', 'members', 'public', 'for_sale', 'offer'];
const description = { help: 'What the group is for' } as const;

/** The commands on groups, which are named sets of document paths. */
export const groups: Family = {
  name: 'groups',
  description:
    'Groups: named bundles of document paths, which decide what members and magic links can read.\nTakes an API key with manage_permissions (SVC_TOKEN or --api-key).',
  examples: ['svc groups list', "svc groups create Handbook --path 'handbook/**'"],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'groups.list',
      examples: ['svc groups list', 'svc groups list --json'],
      view: { list: 'groups', columns: ['id', 'name', 'members', 'public', 'paths', 'description'] },
    }),
    operationCommand({
      name: 'create',
      operation: 'groups.create',
      positional: ['name'],
      options: { paths, description, offer },
      examples: [
        "svc groups create Handbook --path 'handbook/**' --path 'faq/*.md' --description 'For customers'",
        "svc groups create Preview --path 'course/week-1/**' --public",
      ],
      view: { keys },
    }),
    operationCommand({
      name: 'update',
      operation: 'groups.update',
      options: {
        name: { help: 'New name' },
        paths: { ...paths, help: `${paths.help}; replaces all patterns` },
        description,
        offer,
      },
      examples: [
        "svc groups update 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11 --path 'handbook/**' --path 'news/**'",
        `svc groups update 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11 --offer '{"text": "Join", "url": "https://pay.example"}'`,
      ],
      view: { keys },
    }),
    operationCommand({
      name: 'delete',
      operation: 'groups.delete',
      examples: ['svc groups delete 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11 --yes'],
      question: ({ params }) => `Delete group ${String(params?.id)}? Its holders lose the access that it gives.`,
      view: { keys: ['id', 'deleted', 'unassigned'] },
    }),
  ],
};
