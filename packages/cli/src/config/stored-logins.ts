import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failure.js';

/** A workspace that was chosen with `svc workspaces use`. */
export interface StoredWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The stored state of one server. */
export interface StoredLogin {
  /** Personal token of the login; absent if only workspaces were chosen. */
  readonly token?: string;
  /** Id of the person who signed in with it. */
  readonly identity?: string;
  /** The chosen workspace of each credential, by the credential's fingerprint. */
  readonly choices?: Readonly<Record<string, StoredWorkspace>>;
}

interface StoredFile {
  /** Base URL of the last login. */
  readonly current?: string;
  readonly servers: Readonly<Record<string, StoredLogin>>;
}

const empty: StoredFile = { servers: {} };

/**
 * Logins by base URL, stored in `logins.json` in the configuration folder. Only the owner can read the file (mode
 * 0600).
 */
export class StoredLogins {
  readonly path: string;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.path = join(folder, 'logins.json');
  }

  /** Base URL of the last login. */
  current(): string | undefined {
    return this.read().current;
  }

  /** The stored state of a server. Empty if there is none. */
  of(baseUrl: string): StoredLogin {
    return new Map(Object.entries(this.read().servers)).get(baseUrl) ?? {};
  }

  /** Stores a login and makes its server the current one. */
  keep(baseUrl: string, login: StoredLogin): void {
    this.write({ current: baseUrl, servers: this.with(baseUrl, login) });
  }

  /** Updates the stored state of any server. */
  change(baseUrl: string, login: StoredLogin): void {
    this.write({ ...this.read(), servers: this.with(baseUrl, login) });
  }

  /** Deletes everything about a server. */
  forget(baseUrl: string): void {
    const { current, servers } = this.read();
    const rest = Object.fromEntries(Object.entries(servers).filter(([url]) => url !== baseUrl));
    this.write({ ...(current === undefined || current === baseUrl ? {} : { current }), servers: rest });
  }

  private with(baseUrl: string, login: StoredLogin): StoredFile['servers'] {
    return { ...this.read().servers, [baseUrl]: login };
  }

  private read(): StoredFile {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return empty;
      throw new CommandFailure(`Cannot read ${this.path}: ${String(error)}`);
    }
    try {
      const file: unknown = { ...empty, ...JSON.parse(text) };
      if (isStoredFile(file)) return file;
    } catch {
      // The error below describes the problem.
    }
    throw new CommandFailure(`${this.path} is damaged: remove it and sign in again with \`svc login\`.`);
  }

  private write(file: StoredFile): void {
    writePrivateFile(this.folder, this.path, `${JSON.stringify(file, undefined, 2)}\n`);
  }
}

/** Replaces a file atomically. Only its owner can read it. */
export function writePrivateFile(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}

/** Whether the file has this program's format. */
function isStoredFile(file: unknown): file is StoredFile {
  const { current, servers } = file as Record<keyof StoredFile, unknown>;
  if (current !== undefined && typeof current !== 'string') return false;
  return isObject(servers) && Object.values(servers).every(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an error means that a file or its folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
