import type { Policy } from '@tessera/contract';
import { Confirmation } from '../../dispatch/confirmation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { refuseKind } from '../../principals/authorize.js';
import { identify } from '../../principals/identify.js';
import type { Principal, PrincipalWorkspace } from '../../principals/principal.js';
import { reachableScopes, selectWorkspace } from '../../principals/select-workspace.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { findRepo, type RepoRow } from '../store/index.js';
import type { GitService } from './protocol/advertise.js';
import { listPaths } from './queries.js';

/** Who calls, the workspace that the address names, and what confirms both in a transaction that writes. */
export interface GitCaller {
  readonly principal: Principal;
  readonly workspace: PrincipalWorkspace;
  readonly confirmation: Confirmation;
}

const policy: Policy = { credentials: ['pinned_token', 'personal_token'], effect: 'read', workspace: 'one' };
const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i;

/**
 * The caller behind the header of a request for a workspace's repo: Basic, any name, a token as password. Throws
 * `unauthenticated` or `invalid_credential`, and `repo_not_found` where the caller stands in no workspace of that slug.
 */
export async function callerOf(
  services: Services,
  request: { readonly authorization: string | undefined; readonly workspaceSlug: string },
): Promise<GitCaller> {
  const credentials = { authorization: `Bearer ${passwordIn(request.authorization)}` };
  return services.database.withoutWorkspace(async (queryable) => {
    const caller = await identify(services, queryable, credentials);
    const refusal = refuseKind(caller, policy);
    if (refusal !== undefined) {
      throw errors.wrongCredential(refusal.message);
    }
    const scopes = await reachableScopes(queryable, caller);
    const named = scopes.find(({ workspace }) => workspace.slug === request.workspaceSlug);
    if (named === undefined) {
      throw errors.notFound('repo_not_found');
    }
    const header = named.workspace.id;
    const principal = await selectWorkspace(queryable, caller, { header, policy, at: services.clock() });
    const confirmation = new Confirmation(services, credentials, principal);
    return { principal, workspace: named.workspace, confirmation };
  });
}

function passwordIn(authorization: string | undefined): string {
  const encoded = basic.exec(authorization ?? '')?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = pair.indexOf(':');
  const password = pair.slice(colon + 1);
  if (colon === -1 || !/^\S+$/.test(password)) {
    throw errors.unauthenticated('Sign in with any name and a token (svc_pt_… or svc_tk_…) as the password.');
  }
  return password;
}

/**
 * The repo, for a caller who may fetch or push all of it. Throws `repo_not_found` for one of which the caller reads nothing,
 * as if there were none, and `forbidden` for one of which it does not read, or write, everything. To be asked in each
 * transaction that reads or writes; `find` is how that one looks the repo up.
 */
export async function openRepo(
  transaction: Transaction,
  { principal }: Pick<GitCaller, 'principal'>,
  wanted: { readonly name: string; readonly service: GitService; readonly find?: typeof findRepo },
): Promise<RepoRow> {
  const { name, service, find = findRepo } = wanted;
  const [rights, repo] = await Promise.all([rightsOf(transaction, principal), find(transaction, name)]);
  if (repo === undefined || !(rights.readsAllOf(name) || (await knowsOf(transaction, { repo, rights })))) {
    throw errors.notFound('repo_not_found');
  }
  if (!rights.readsAllOf(name)) {
    throw errors.forbidden(
      `You may read a part of ${name} only, and git would fetch all of it: read it in the browser or through the API.`,
    );
  }
  if (service === 'git-receive-pack' && !rights.writesAllOf(name)) {
    throw errors.forbidden(
      principal.scope?.workspace.suspended === true
        ? 'This workspace is suspended: it can be read, but not pushed to.'
        : `You may not push to ${name}: that takes read_write access to all of it.`,
    );
  }
  return repo;
}

/** Whether the caller knows of the repo: could write in it, whatever is there, or reads some document of it. */
async function knowsOf(
  transaction: Transaction,
  { repo, rights }: { readonly repo: RepoRow; readonly rights: Rights },
): Promise<boolean> {
  if (rights.couldWriteIn(repo.name)) {
    return true;
  }
  const paths = await listPaths(transaction, repo.id);
  return paths.some((path) => rights.read.canRead(`${repo.name}/${path}`));
}
