import type { GitService } from '@tessera/git';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Credentials } from '../../principals/credential.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import type { ListingDependencies } from '../listing/operations.js';
import { findRepo, type RepoRow } from '../store/index.js';

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

/** A repo that a request of git names, and the caches that show whether its caller may know of it. */
interface WantedRepo extends ListingDependencies {
  readonly name: string;
  readonly service: GitService;
  readonly find?: typeof findRepo;
}

/**
 * Returns the repo to a caller that may fetch, or push to, all of it. Called in each transaction that reads or writes.
 * `find` looks the repo up. Throws `repo_not_found` if the caller can read nothing of it. Throws `forbidden` if it can
 * read, or write, only a part.
 */
export async function openRepo(transaction: Transaction, principal: Principal, wanted: WantedRepo): Promise<RepoRow> {
  const { name, service, find = findRepo } = wanted;
  const rights = await rightsOf(transaction, principal);
  const readsAll = rights.readsAllOf(name);
  const repo = readsAll ? await find(transaction, name) : undefined;
  if (readsAll ? repo === undefined : !(await knowsOf(transaction, rights, wanted))) {
    throw errors.notFound('repo_not_found');
  }
  if (repo === undefined) {
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

/**
 * Whether the caller may learn that a repo exists: it could write to it, or can read one of its documents. All repos are
 * compared, so a hidden one takes as long as a missing one.
 */
async function knowsOf(
  transaction: Transaction,
  rights: Rights,
  { name, listings, decisions }: WantedRepo,
): Promise<boolean> {
  return (await listings.current(transaction))
    .filter(({ repo, entries }) => rights.couldWriteIn(repo.name) || decisions.readable(rights, entries).length > 0)
    .some(({ repo }) => repo.name === name);
}
