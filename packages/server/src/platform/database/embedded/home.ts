import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, findAccount, isRoot } from './account.js';

/** Folder of databases and binaries that the account of PostgreSQL could not reach where they belong. */
export const sharedFolder = '/var/lib/tessera';

/** Name of the database's folder, or of a link to it, within the data folder. */
export const databaseFolder = 'postgres';

/** Prefix of the folders in a data folder that contain a copy of the database during a backup. */
export const backupCopyPrefix = 'backup-';

/** Where an embedded database is stored, and which account owns its cluster. */
export interface DatabaseHome {
  readonly folder: string;
  /** PostgreSQL's data folder, created by `initdb`. */
  readonly cluster: string;
  /** The folder of the socket. */
  readonly run: string;
  readonly log: string;
  readonly password: string;
  /** Absent if it is the account of this process. */
  readonly account: Account | undefined;
}

/** Whether a data folder contains an embedded database. */
export function hasDatabase(dataFolder: string): boolean {
  return existsSync(join(dataFolder, databaseFolder, 'cluster', 'PG_VERSION'));
}

/**
 * Finds or creates the home of the database of a data folder. As root, its cluster belongs to the account `user`. If that
 * account cannot reach the data folder, the home is in /var/lib/tessera and the data folder contains a link to it.
 */
export async function openHome(dataFolder: string, user: string | undefined): Promise<DatabaseHome> {
  const place = join(dataFolder, databaseFolder);
  const isNew = lstatSync(place, { throwIfNoEntry: false }) === undefined;
  const account = isRoot() ? await ownerOf(place, user) : undefined;
  if (isNew) {
    createHome(place, account);
  }
  const folder = realpathSync(place);
  const home: DatabaseHome = {
    folder,
    cluster: join(folder, 'cluster'),
    run: join(folder, 'run'),
    log: join(folder, 'postgres.log'),
    password: join(folder, 'password'),
    account,
  };
  checkAccess(home);
  if (!existsSync(home.run)) {
    mkdirSync(home.run, { recursive: true, mode: 0o700 });
    giveTo(home.run, account);
  }
  keepPassword(home);
  return home;
}

/** The password of the database's superuser, which only the account of the service may read. */
export function passwordOf(home: DatabaseHome): string {
  return readFileSync(home.password, 'utf8').trim();
}

/** Gives a new file or folder to the account of PostgreSQL. */
export function giveTo(path: string, account: Account | undefined): void {
  if (account !== undefined) {
    chownSync(path, account.uid, account.gid);
  }
}

/** The account that owns an existing cluster, otherwise the configured one. */
async function ownerOf(place: string, user: string | undefined): Promise<Account> {
  const owner = statSync(join(place, 'cluster'), { throwIfNoEntry: false });
  const wanted = owner === undefined || user !== undefined ? await findAccount(user ?? 'nobody') : owner;
  if (owner !== undefined && owner.uid !== wanted.uid) {
    throw new Error(
      `the database in ${place} belongs to the account ${owner.uid}, not to ${user}: unset SVC_DATABASE_USER, or stop the service and change the owner of ${join(place, 'cluster')} and ${join(place, 'run')}`,
    );
  }
  return { uid: wanted.uid, gid: wanted.gid };
}

function createHome(place: string, account: Account | undefined): void {
  if (account === undefined) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return;
  }
  let folder = place;
  if (!canPass(dirname(place), account) && !letPass(dirname(place), account)) {
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
    folder = mkdtempSync(join(sharedFolder, `${databaseFolder}-`));
    symlinkSync(folder, place);
  } else {
    mkdirSync(place, { recursive: true });
  }
  // The account may enter the folder, but not change what root reads and writes in it.
  chownSync(folder, 0, account.gid);
  chmodSync(folder, 0o710);
}

/** Whether the account may enter a folder and all above it, by their permissions. */
function canPass(folder: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  const parent = dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || canPass(parent, account));
}

/** Lets the account enter a private folder of root, without reading it, if it can enter those above it. */
function letPass(folder: string, account: Account): boolean {
  const { uid, mode } = statSync(folder);
  if (uid !== 0 || (mode & 0o077) !== 0 || !canPass(dirname(folder), account)) {
    return false;
  }
  chownSync(folder, 0, account.gid);
  chmodSync(folder, 0o710);
  return true;
}

function checkAccess({ folder, cluster, account }: DatabaseHome): void {
  const owner = lstatSync(cluster, { throwIfNoEntry: false })?.uid ?? statSync(folder).uid;
  if (account === undefined && process.getuid !== undefined && owner !== process.getuid()) {
    throw new Error(
      `the database in ${folder} belongs to the account ${owner}: start the service as that account or as root`,
    );
  }
  if (account !== undefined && !canPass(folder, account) && !letPass(dirname(folder), account)) {
    throw new Error(
      `the account ${account.uid} of PostgreSQL may not enter ${folder}: allow it to enter that folder and those above it, or move the folder to ${sharedFolder} and link to it from here`,
    );
  }
}

/** Creates the password, unless there is one. */
function keepPassword({ password }: DatabaseHome): void {
  if (!existsSync(password)) {
    const draft = `${password}.draft`;
    writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
    renameSync(draft, password);
  }
}
