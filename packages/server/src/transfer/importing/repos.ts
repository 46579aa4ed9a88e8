import { archivedRepo, archiveLines } from '@tessera/contract';
import { mainRef, noObject } from '@tessera/git';
import {
  archiveLimits,
  type PushContext,
  type PushDependencies,
  receivePush,
} from '../../documents/git/push/receive.js';
import { insertRepo } from '../../documents/repos/queries.js';
import { scratchFolder } from '../../platform/data-folder.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { Spool } from '../../platform/spool.js';
import type { Principal } from '../../principals/principal.js';
import { ArchiveFault, inFile } from './fault.js';
import { batchesOf, readWhole } from './lines.js';
import { updateCommits, updateDocumentAuthors } from './queries.js';
import type { ReceivedFile } from './read-archive.js';

/** Dependencies of the import of repos. */
export interface RepoImportDependencies {
  readonly context: PushContext;
  readonly principal: Principal;
  readonly pushes: PushDependencies;
}

/** The start of an exported bundle: its refs, which precede the pack. */
const bundleHead = /^# v2 git bundle\n([0-9a-f]{40}) refs\/heads\/main\n(?:\1 HEAD\n)?\n/;
const bundleHeadBytes = 1_024;

/** The files of a repo, in order. A repo without commits has only the first. */
const repoFiles = ['json', 'bundle', 'commits.ndjson'] as const;

/** A kind of file of a repo. */
export type RepoFile = (typeof repoFiles)[number];

interface ImportedRepo {
  readonly id: string;
  /** Undefined after all files of the repo. */
  next: RepoFile | undefined;
}

/** Imports the repos of an archive: the description, then the history as one push, then the authors of commits. */
export class RepoImport {
  private readonly repos = new Map<string, ImportedRepo>();

  constructor(private readonly dependencies: RepoImportDependencies) {}

  /** Number of repos so far. */
  get count(): number {
    return this.repos.size;
  }

  /** Imports a file of a repo. Throws `ArchiveFault`. */
  async take(file: ReceivedFile, name: string, kind: RepoFile): Promise<void> {
    const repo = this.repos.get(name);
    if (kind === 'json') {
      await this.create(file, name);
    } else if (repo === undefined || repo.next !== kind) {
      throw new ArchiveFault(file.path, `is not what comes next: repos/${name}.${repo?.next ?? 'json'} is`);
    } else if (kind === 'bundle') {
      await this.fill(file, name);
      repo.next = 'commits.ndjson';
    } else {
      await this.nameAuthors(file, repo.id);
      repo.next = undefined;
    }
  }

  /** Throws `ArchiveFault` when a repo lacks one of its files. */
  requireComplete(): void {
    for (const [name, { next }] of this.repos) {
      if (next !== undefined) {
        throw new ArchiveFault(`repos/${name}.${next}`, 'is missing: the archive is cut off');
      }
    }
  }

  private async nameAuthors(file: ReceivedFile, id: string): Promise<void> {
    const { context } = this.dependencies;
    for await (const lines of batchesOf(file, archiveLines.commits)) {
      const texts = lines.map(({ text }) => text);
      await inFile(file.path, () => context.transaction(async (transaction) => updateCommits(transaction, id, texts)));
    }
    await context.transaction((transaction) => updateDocumentAuthors(transaction, id));
  }

  private async create(file: ReceivedFile, name: string): Promise<void> {
    const { context } = this.dependencies;
    const repo = await readWhole(file, archivedRepo);
    if (repo.name !== name) {
      throw new ArchiveFault(file.path, 'name');
    }
    const id = uuidFrom(context.services.random);
    const { description, portable_names } = repo;
    const row = { id, name, description, portable_names, created_at: new Date(repo.created_at) };
    await context.transaction((transaction) => insertRepo(transaction, row));
    this.repos.set(name, { id, next: repo.has_commits ? 'bundle' : undefined });
  }

  private async fill(file: ReceivedFile, name: string): Promise<void> {
    const { context, principal, pushes } = this.dependencies;
    const room = context.services.storage.limitBytes;
    if (file.size > room) {
      throw new ArchiveFault(file.path, `is larger than the storage of a workspace, ${room} bytes`);
    }
    const spool = Spool.create(scratchFolder(context.services.settings));
    try {
      for await (const piece of file.content) {
        spool.append(piece);
      }
      const start = spool.read(0, Math.min(spool.bytes, bundleHeadBytes)).toString('latin1');
      const [head, oid] = bundleHead.exec(start) ?? [];
      if (head === undefined || oid === undefined) {
        throw new ArchiveFault(file.path, 'is not a bundle of one branch, main');
      }
      const command = { ref: mainRef, old: noObject, new: oid };
      const request = { commands: [command], capabilities: new Set<string>(), packAt: head.length };
      const push = { ...pushes, context, principal, repoName: name, request, spool, limits: archiveLimits };
      const { problem, refs } = await receivePush(push);
      const reason = problem ?? refs.get(mainRef);
      if (reason !== undefined) {
        throw new ArchiveFault(file.path, reason);
      }
    } finally {
      spool.unlink();
      spool.close();
    }
  }
}
