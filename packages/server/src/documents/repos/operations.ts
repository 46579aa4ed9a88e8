import type { Repo } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import { existing, uuidFrom } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import type { RepoListing } from '../listing/listings.js';
import type { ListingDependencies } from '../listing/operations.js';
import { documentErrors } from '../model/errors.js';
import { lockRepo } from '../store/index.js';
import { deleteRepo, insertRepo, updateRepo } from './queries.js';

/** The operations of repos. */
export function repoOperations(dependencies: ListingDependencies) {
  const list: Operation<'repos.list'> = (context, principal, { query }) =>
    context.transaction(async (transaction) => {
      const rights = await rightsOf(transaction, principal);
      const repos = (await dependencies.listings.current(transaction))
        .map((listing) => {
          const documents = dependencies.decisions.readable(rights, listing.entries).length;
          const shown = query.locked && rights.shown !== null ? rights.shown : rights;
          return {
            listing,
            documents,
            locked: dependencies.decisions.readable(shown, listing.entries).length - documents,
          };
        })
        .filter(({ listing, documents, locked }) => documents + locked > 0 || showsEmpty(rights, listing.repo.name))
        .map(({ listing, documents, locked }) => ({
          ...present(context, rights, { listing, documents }),
          ...(query.locked && { locked }),
        }));
      return { repos, count: repos.length };
    });

  const create: Operation<'repos.create'> = (context, principal, { body }) =>
    refusingTakenName(body.name, () =>
      context.transaction(async (transaction) => {
        const { random, clock } = context.services;
        const repo = { ...body, id: uuidFrom(random), description: body.description ?? null, created_at: clock() };
        await insertRepo(transaction, repo);
        context.audit(transaction, { action: 'repo.created', target: repo.name, detail: { id: repo.id } });
        return shown(transaction, { context, principal, dependencies }, repo.name);
      }),
    );

  const update: Operation<'repos.update'> = (context, principal, { params, body }) =>
    refusingTakenName(body.name ?? params.name, () =>
      context.transaction(async (transaction) => {
        const repo = existing('repo_not_found', await lockRepo(transaction, params.name));
        await updateRepo(transaction, repo.id, body);
        const name = body.name ?? repo.name;
        context.audit(transaction, {
          action: 'repo.updated',
          target: name,
          detail: { changed: Object.keys(body).sort(), ...(name === repo.name ? {} : { from: repo.name }) },
        });
        return shown(transaction, { context, principal, dependencies }, name);
      }),
    );

  return { 'repos.list': list, 'repos.create': create, 'repos.update': update, 'repos.delete': remove };
}

const remove: Operation<'repos.delete'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const repo = existing('repo_not_found', await lockRepo(transaction, params.name));
    if (query.confirm !== repo.name) {
      throw errors.invalidRequest([{ path: 'confirm', message: `must repeat the name of the repo, ${repo.name}` }]);
    }
    await deleteRepo(transaction, repo.id);
    context.audit(transaction, { action: 'repo.deleted', target: repo.name, detail: { id: repo.id } });
    return { id: repo.id, name: repo.name, deleted: true, workspace: context.workspaceReference };
  });

async function refusingTakenName<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error, 'repos_workspace_id_name_key') ? documentErrors.repoExists(name) : error;
  }
}

interface Caller {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly dependencies: ListingDependencies;
}

async function shown(transaction: Transaction, { context, principal, dependencies }: Caller, name: string) {
  const rights = await rightsOf(transaction, principal);
  const listing = (await dependencies.listings.current(transaction)).find(({ repo }) => repo.name === name);
  if (listing === undefined) {
    throw new Error('a repo was written but is not listed');
  }
  const documents = dependencies.decisions.readable(rights, listing.entries).length;
  return { ...present(context, rights, { listing, documents }), workspace: context.workspaceReference };
}

/** Whether a caller sees a repo that contains nothing it can read. True if it could write to the repo. */
function showsEmpty(rights: Rights, repo: string): boolean {
  return rights.unconfined || rights.couldWriteIn(repo);
}

function present(
  { services, workspaceReference }: OperationContext,
  rights: Rights,
  { listing: { repo }, documents }: { readonly listing: RepoListing; readonly documents: number },
): Repo {
  const canClone = rights.readsAllOf(repo.name);
  return {
    id: repo.id,
    name: repo.name,
    description: repo.description,
    documents,
    can_write: rights.couldWriteIn(repo.name),
    can_clone: canClone,
    portable_names: repo.portable_names,
    clone_url: canClone ? `${services.baseUrl}/git/${workspaceReference.slug}/${repo.name}.git` : null,
  };
}
