import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Credentials } from '../../principals/credential.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { findRepo, type RepoRow } from '../store/index.js';
import type { GitService } from './protocol/advertise.js';
import { listPaths } from './queries.js';

const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i;

/** The credentials of a git request: Basic with any user name and a token as the password. Throws `unauthenticated`. */
export function credentialsOf(authorization: string | undefined): Credentials {
  const encoded = basic.exec(authorization ?? '')?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = pair.indexOf(':');
  const password = pair.slice(colon + 1);
  if (colon === -1 || !/^\S+$/.test(password)) {
    throw errors.unauthenticated('Sign in with any name and a token (svc_pt_… or svc_tk_…) as the password.');
  }
  return { authorization: `Bearer ${password}` };
}

/**
 * Returns the repo to a caller that may fetch or push all of it. Called in each transaction that reads or writes;
 * `find` looks the repo up.
 * Throws `repo_not_found` if the caller reads nothing of it, and `forbidden` if it does not read, or write, all of it.
 */
export async function openRepo(
  transaction: Transaction,
  principal: Principal,
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

/** Whether the caller may learn that the repo exists: it could write to it, or can read one of its documents. */
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
