import { findTool, type QueryAnswer, type ToolDefinition, type WorkspaceReference } from '@tessera/contract';
import { type CollectionAnswer, mergeAnswers } from '../collections/resolution/merge.js';
import type { Outcome } from '../dispatch/dispatcher.js';
import { ServiceError } from '../platform/errors.js';

type Arguments = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

/** A read that names no workspace, by a caller that may read in several. */
export interface CrossWorkspaceRead {
  readonly tool: ToolDefinition;
  readonly args: Arguments;
  readonly workspaces: readonly WorkspaceReference[];
  /** Runs a tool in one workspace. */
  readonly run: (
    tool: ToolDefinition,
    args: Arguments,
    workspace: { readonly id: string } | undefined,
  ) => Promise<Outcome>;
}

/** The answer from one workspace. */
interface WorkspaceAnswer {
  readonly workspace: WorkspaceReference;
  readonly answer: Answer;
}

/** A refusal of one of the workspaces. */
export interface CrossWorkspaceRefusal {
  readonly refusal: ServiceError;
  readonly fault?: unknown;
}

/** Keys of the lists in answers that are merged. */
const listKeys: Readonly<Record<string, string>> = {
  list_collections: 'collections',
  list_documents: 'documents',
  search_documents: 'results',
  search: 'results',
};

const queries: readonly string[] = ['query_collection', 'resolve'];

/**
 * Reads in every workspace. Each result names its workspace. If only one workspace contains the requested object, its
 * answer is returned with that workspace.
 */
export async function readEverywhere(
  read: CrossWorkspaceRead,
): Promise<{ readonly answer: Answer } | CrossWorkspaceRefusal> {
  const named = namedInId(read);
  if (named !== undefined) {
    return inOne(read, named);
  }
  const key = listKeys[read.tool.name];
  if (read.tool.name === 'list_documents') {
    return listPages(read);
  }
  const { answers, refused } = await answersOfAll(read);
  if (answers.length === 0) {
    return refused ?? { refusal: new ServiceError('not_a_member', 'No workspace can be read.') };
  }
  // A document that another workspace sells does not hide the one that the caller may read.
  if (refused !== undefined && !isAbsence(refused.refusal) && refused.refusal.code !== 'locked') {
    return refused;
  }
  if (queries.includes(read.tool.name)) {
    return { answer: mergedQuery(answers, read.args) };
  }
  if (key !== undefined) {
    return { answer: await listed(read, answers, key) };
  }
  const [only, ...others] = answers;
  return only !== undefined && others.length === 0
    ? { answer: { ...only.answer, workspace: only.workspace } }
    : { refusal: ambiguous(answers) };
}

/** Whether an error means that the workspace lacks the requested object, or hides it from the caller. */
function isAbsence({ status }: ServiceError): boolean {
  return status === 403 || status === 404;
}

async function answersOfAll(
  read: CrossWorkspaceRead,
): Promise<{ readonly answers: WorkspaceAnswer[]; readonly refused?: CrossWorkspaceRefusal }> {
  const answers: WorkspaceAnswer[] = [];
  let refused: CrossWorkspaceRefusal | undefined;
  for (const workspace of read.workspaces) {
    const { answer, refusal, fault } = await read.run(read.tool, read.args, workspace);
    if (refusal === undefined) {
      answers.push({ workspace, answer: answer as Answer });
    } else if (refused === undefined || !isAbsence(refusal)) {
      refused = { refusal, fault };
    }
  }
  return { answers, ...(refused !== undefined && { refused }) };
}

function ambiguous(answers: readonly WorkspaceAnswer[]): ServiceError {
  const names = answers.map(({ workspace: { name, id } }) => `"${name}" (${id})`).join(', ');
  return new ServiceError(
    'workspace_required',
    `Several workspaces have it: pass one of them as \`workspace\`: ${names}.`,
  );
}

function mergedQuery(answers: readonly WorkspaceAnswer[], { top_k: topK }: Arguments): Answer {
  const answered = answers.map(({ workspace, answer }) => ({
    name: workspace.slug,
    answer: answer as QueryAnswer & Answer,
  }));
  const workspaceOf = ({ name }: CollectionAnswer) => ({
    workspace: answers.find(({ workspace }) => workspace.slug === name)?.workspace,
  });
  const most = typeof topK === 'number' ? topK : Math.max(...answered.map(({ answer }) => answer.results.length));
  return { ...mergeAnswers(answered, { warnings: [], topK: most, kind: 'workspace', mark: workspaceOf }) };
}

/**
 * Merges the lists of all workspaces. Search results are ordered by relevance or alternate between workspaces; other
 * lists are ordered by workspace.
 */
async function listed(read: CrossWorkspaceRead, answers: readonly WorkspaceAnswer[], key: string): Promise<Answer> {
  const lists = answers.map(({ workspace, answer }) =>
    (answer[key] as Answer[]).map((item) => ({ ...item, workspace })),
  );
  if (read.tool.name === 'list_collections') {
    const items = lists.flat();
    return { ...answers[0]?.answer, [key]: items, count: items.length };
  }
  const most = Math.max(0, ...lists.map(({ length }) => length));
  const items: (Answer & { workspace: WorkspaceReference })[] = Array.from({ length: most }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
  if (read.tool.name === 'search') {
    return { [key]: await withUniqueIds(read, items) };
  }
  const warnings = answers.flatMap(({ answer }) => (answer.warnings as Answer[] | undefined) ?? []).slice(0, 1);
  items.sort((one, other) => Number(other.relevance) - Number(one.relevance));
  const shown = items.slice(0, typeof read.args.limit === 'number' ? read.args.limit : most);
  return { [key]: shown, count: shown.length, ...(warnings.length > 0 && { warnings }) };
}

const idWithWorkspace = /^@([a-z0-9-]+)\/(.+)$/s;

/**
 * Adds the workspace to ids if several workspaces have a repo of the same name, because `fetch` often receives only the
 * id.
 */
async function withUniqueIds(
  read: CrossWorkspaceRead,
  items: readonly (Answer & { workspace: WorkspaceReference })[],
): Promise<Answer[]> {
  const tool = findTool('list_documents');
  const isEmpty = items.length === 0 || tool === undefined;
  const { answers } = isEmpty ? { answers: [] } : await answersOfAll({ ...read, tool, args: { depth: 1, limit: 1 } });
  const repos = answers.map(({ workspace, answer }) => ({
    slug: workspace.slug,
    names: (answer.folders as { path: string }[]).map(({ path }) => path.split('/')[0]),
  }));
  return items.map((item) => {
    const repo = String(item.id).split('/')[0];
    const isShared = repos.some(({ slug, names }) => slug !== item.workspace.slug && names.includes(repo));
    return isShared ? { ...item, id: `@${item.workspace.slug}/${item.id}` } : item;
  });
}

interface NamedId {
  readonly workspace: WorkspaceReference;
  readonly argument: 'id' | 'path';
  readonly id: string;
}

/** The workspace in the id of a document. */
function namedInId({ args, workspaces }: CrossWorkspaceRead): NamedId | undefined {
  for (const argument of ['id', 'path'] as const) {
    const [, slug, id] = idWithWorkspace.exec(String(args[argument])) ?? [];
    const workspace = workspaces.find((each) => each.slug === slug);
    if (workspace !== undefined && id !== undefined) {
      return { workspace, argument, id };
    }
  }
  return undefined;
}

async function inOne(
  read: CrossWorkspaceRead,
  { workspace, argument, id }: NamedId,
): ReturnType<typeof readEverywhere> {
  const { answer, refusal, fault } = await read.run(read.tool, { ...read.args, [argument]: id }, workspace);
  return refusal === undefined
    ? { answer: { ...(answer as Answer), [argument]: read.args[argument], workspace } }
    : { refusal, fault };
}

/** Lists one workspace after the other. The cursor names the workspace of the next page. */
async function listPages(read: CrossWorkspaceRead): ReturnType<typeof readEverywhere> {
  const [id, ...own] = typeof read.args.cursor === 'string' ? read.args.cursor.split('.') : [];
  const first = id === undefined ? 0 : read.workspaces.findIndex((workspace) => workspace.id === id);
  if (first === -1) {
    return { refusal: new ServiceError('invalid_request', 'cursor: start again without it, your workspaces changed.') };
  }
  const page: { documents: Answer[]; folders: Answer[]; count: number } = { documents: [], folders: [], count: 0 };
  let limit = typeof read.args.limit === 'number' ? read.args.limit : undefined;
  let cursor = own.join('.');
  for (const [index, workspace] of read.workspaces.entries()) {
    if (index < first) {
      continue;
    }
    if (limit === 0) {
      return { answer: { ...page, next_cursor: `${workspace.id}.` } };
    }
    const { cursor: _whole, ...args } = read.args;
    const sent = { ...args, ...(cursor !== '' && { cursor }), ...(limit !== undefined && { limit }) };
    const { answer, refusal, fault } = await read.run(read.tool, sent, workspace);
    cursor = '';
    if (refusal !== undefined) {
      if (isAbsence(refusal)) {
        continue;
      }
      return { refusal, fault };
    }
    const one = answer as { documents: Answer[]; folders: Answer[]; count: number; next_cursor: string | null };
    page.documents.push(...one.documents.map((each) => ({ ...each, workspace })));
    page.folders.push(...one.folders.map((each) => ({ ...each, workspace })));
    page.count += one.count;
    limit = limit === undefined ? undefined : limit - one.documents.length;
    if (one.next_cursor !== null) {
      return { answer: { ...page, next_cursor: `${workspace.id}.${one.next_cursor}` } };
    }
  }
  return { answer: { ...page, next_cursor: null } };
}
