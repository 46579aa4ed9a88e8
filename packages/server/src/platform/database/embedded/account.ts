import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An account of the system that owns the cluster and runs PostgreSQL. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Whether this process runs as root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Finds an account by its name. Throws if there is none, or if it is root. */
export async function findAccount(name: string): Promise<Account> {
  const idOf = async (flag: string) => Number((await run('id', [flag, '--', name])).stdout);
  const account = await Promise.all([idOf('-u'), idOf('-g')]).catch(() => {
    throw new Error(
      `there is no account ${name} to run PostgreSQL as, which refuses to run as root: set SVC_DATABASE_USER to an account, or start the service as another user`,
    );
  });
  const [uid, gid] = account;
  if (uid === 0) {
    throw new Error('SVC_DATABASE_USER must not be root: PostgreSQL refuses to run as root');
  }
  return { uid, gid };
}

/** Gives a folder and all that it contains to the account. */
export async function giveAllTo(folder: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) {
    await run('chown', ['-R', `${account.uid}:${account.gid}`, '--', folder]);
  }
}
