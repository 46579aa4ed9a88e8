import { z } from 'zod';
import { changesSomething, count, text, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { readingCredentials, workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { repoName } from './path.js';
import { lockedQuery } from './schemas.js';

const portableNames = z
  .boolean()
  .describe('Whether commits are refused that add names which a clone on Windows or macOS cannot store');

const repoFields = {
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  documents: count.describe('Number of documents that the caller can read'),
  locked: count.optional().describe('Number of locked documents, if `locked` was sent'),
  can_write: z.boolean().describe('Whether the caller can write anything in it'),
  can_clone: z.boolean().describe('Whether the caller can read all of it'),
  clone_url: z.string().nullable().describe('For git clone; null for callers who cannot read all of it'),
  portable_names: portableNames,
};

/** A repo as shown to its caller. */
export const repo = z.object(repoFields).meta({ id: 'Repo' });

/** A repo as shown to its caller. */
export type Repo = z.infer<typeof repo>;

const repoWritten = z.object({ ...repoFields, workspace: workspaceReference }).meta({ id: 'RepoWritten' });
const description = text(limits.descriptionCharacters);
const manage = { credentials: workspaceCredentials, effect: 'write', workspace: 'one', role: 'admin' } as const;
const repoParams = z.strictObject({ name: z.string().min(1) });

/** Repos, which contain documents and their versions. */
export const repoRoutes = {
  'repos.list': defineRoute('repos.list', 'GET /repos', {
    summary: 'List the repos in which the caller can read something',
    description: 'A repo without documents is listed for callers who could write to it.',
    policy: { credentials: readingCredentials, effect: 'read', workspace: 'one' },
    query: z.strictObject({ locked: lockedQuery }),
    answer: z.object({ repos: z.array(repo), count }).meta({ id: 'RepoList' }),
  }),
  'repos.create': defineRoute('repos.create', 'POST /repos', {
    summary: 'Create a repo',
    policy: manage,
    body: z
      .strictObject({
        name: repoName,
        description: description.nullish(),
        portable_names: portableNames.default(true),
      })
      .meta({ id: 'RepoCreate' }),
    answer: repoWritten,
    errors: ['repo_exists', 'operation_not_allowed', 'storage_full'],
  }),
  'repos.update': defineRoute('repos.update', 'PATCH /repos/{name}', {
    summary: 'Rename a repo, or change its description or rules',
    description: 'Paths begin with the name of their repo, so a new name changes what the patterns of groups match.',
    policy: manage,
    params: repoParams,
    body: changesSomething(
      z.strictObject({
        name: repoName.optional(),
        description: description.nullish().describe('null removes it'),
        portable_names: portableNames.optional(),
      }),
    ).meta({ id: 'RepoUpdate' }),
    answer: repoWritten,
    errors: ['repo_not_found', 'repo_exists', 'operation_not_allowed'],
  }),
  'repos.delete': defineRoute('repos.delete', 'DELETE /repos/{name}', {
    summary: 'Delete a repo with every document and version in it',
    policy: manage,
    params: repoParams,
    query: z.strictObject({ confirm: z.string().describe('The name of the repo, to confirm') }),
    answer: z
      .object({ id: uuid, name: z.string(), deleted: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'RepoDeleted' }),
    errors: ['repo_not_found', 'operation_not_allowed'],
  }),
} as const;
