import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failure.js';

/** The workspace that was chosen with `svc workspaces use`. */
export interface StoredWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Fingerprint of the credential that it was chosen with, for which alone it is a choice. */
  readonly chosenWith?: string;
}

/** What is kept about one server. */
export interface StoredLogin {
  /** Personal token of the login; absent when only a workspace was chosen. */
  readonly token?: string;
  /** Id of who signed in with it. */
  readonly identity?: string;
  readonly workspace?: StoredWorkspace;
}

interface StoredFile {
  /** Base URL of the last login. */
  readonly current?: string;
  readonly servers: Readonly<Record<string, StoredLogin>>;
}

const empty: StoredFile = { servers: {} };

/** Logins by base URL, in `logins.json` of the configuration folder; only its owner can read it (mode 0600). */
export class StoredLogins {
  readonly path: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'logins.json');
  }

  /** Base URL of the last login. */
  current(): string | undefined {
    return this.#read().current;
  }

  /** What is kept about a server; empty when nothing is. */
  of(baseUrl: string): StoredLogin {
    return new Map(Object.entries(this.#read().servers)).get(baseUrl) ?? {};
  }

  /** Keeps a login and makes its server the current one. */
  keep(baseUrl: string, login: StoredLogin): void {
    this.#write({ current: baseUrl, servers: { ...this.#read().servers, [baseUrl]: login } });
  }

  /** Forgets everything about a server. */
  forget(baseUrl: string): void {
    const { current, servers } = this.#read();
    const rest = Object.fromEntries(Object.entries(servers).filter(([url]) => url !== baseUrl));
    this.#write({ ...(current === undefined || current === baseUrl ? {} : { current }), servers: rest });
  }

  #read(): StoredFile {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return empty;
      throw new CommandFailure(`Cannot read ${this.path}: ${String(error)}`);
    }
    try {
      return { ...empty, ...(JSON.parse(text) as StoredFile) };
    } catch {
      throw new CommandFailure(`${this.path} is damaged: remove it and sign in again with \`svc login\`.`);
    }
  }

  #write(file: StoredFile): void {
    writePrivateFile(this.#folder, this.path, `${JSON.stringify(file, undefined, 2)}\n`);
  }
}

/** Replaces a file in one step, readable by its owner only; a crash leaves the old one or the new one. */
export function writePrivateFile(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}

/** Whether an error says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
