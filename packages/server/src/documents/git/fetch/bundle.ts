import { Wish } from '@tessera/git';
import type { InTransaction } from '../../../platform/database/database.js';
import { existing } from '../../../platform/identifiers.js';
import { findRepo, type RepoRow } from '../../store/index.js';
import { planFetch } from './plan.js';
import { pageOpener, sendPack } from './send.js';

/**
 * Exports a repo with its history as a git bundle, which `git clone` accepts. Throws `repo_not_found`. For a repo
 * without commits, the file is empty.
 */
export async function* exportRepo(inTransaction: InTransaction, name: string): AsyncGenerator<Uint8Array> {
  const openPage = pageOpener(inTransaction, async (transaction): Promise<RepoRow> => {
    const repo = existing('repo_not_found', await findRepo(transaction, name));
    return repo;
  });
  const { head } = await openPage(async (_transaction, repo) => repo);
  if (head === null) {
    return;
  }
  const oid = head.toString('hex');
  yield Buffer.from(`# v2 git bundle\n${oid} refs/heads/main\n${oid} HEAD\n\n`);
  const wish = { ...new Wish(), wants: [oid], haves: [], done: true, capabilities: new Set<string>() };
  const plan = await openPage((transaction, repo) => planFetch(transaction, repo, wish));
  yield* sendPack(plan, openPage);
}
