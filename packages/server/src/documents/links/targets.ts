import type { Entry } from '../listing/entries.js';
import { folded, isNamedByPath, isWholePath, pathFrom, stemOf, withoutExtension } from '../model/names.js';
import { folderOf, nameOf } from '../model/path.js';
import { isMarkdown } from '../rendering/index.js';

/** The title of a document. It is used for names that no file has. */
export interface TitledPath {
  readonly path: string;
  readonly title: string;
}

/** The documents of one repo that a caller can read, indexed for links. */
export class RepoTargets {
  readonly paths = new Set<string>();
  readonly folders = new Set<string>();
  /** Paths by their lower-case form. The value is empty if several paths differ only in case. */
  private readonly byCase = new Map<string, string>();
  private readonly byName = new Map<string, string[]>();

  constructor(readable: Iterable<Pick<Entry, 'path'>>) {
    for (const { path } of readable) {
      const lower = path.toLowerCase();
      this.paths.add(path);
      this.byCase.set(lower, this.byCase.has(lower) ? '' : path);
      for (const name of new Set([folded(stemOf(path)), folded(nameOf(path))])) {
        const paths = this.byName.get(name) ?? [];
        paths.push(path);
        this.byName.set(name, paths);
      }
      for (let folder = folderOf(path); folder !== '' && !this.folders.has(folder); folder = folderOf(folder)) {
        this.folders.add(folder);
      }
    }
  }

  /** The path that differs from this one in case only, if there is exactly one. */
  inOtherCase(path: string): string | undefined {
    return this.byCase.get(path.toLowerCase()) || undefined;
  }

  /** The documents whose file name is this name, with or without its extension. */
  withName(name: string): readonly string[] {
    return this.byName.get(folded(name)) ?? [];
  }
}

/** How many documents of one name are compared, besides those in the folder of the link. */
const candidatesMax = 1_000;

/** Possible targets of links: the documents that a caller can read, and their folders. */
export class LinkTargets {
  private readonly repos: ReadonlyMap<string, RepoTargets>;
  /** The results of `named`, because a page can contain the same link often. */
  private readonly found = new Map<string, readonly string[]>();
  /** The paths by title of the list that was given last. */
  private titles: { readonly of: readonly TitledPath[]; readonly byTitle: ReadonlyMap<string, string[]> } | undefined;

  /** Expects repos with their names. */
  constructor(repos: Iterable<readonly [name: string, targets: RepoTargets]>) {
    this.repos = new Map(repos);
  }

  /**
   * The path of the page at an address. Matches exactly, or the only path that differs in case or extension. Undefined
   * if there is none.
   */
  page(path: string): string | undefined {
    const plain = path.replace(/\/$/, '');
    const repo = this.repoOf(plain);
    if (repo?.folders.has(plain) === true) {
      return path;
    }
    const names = path.endsWith('/') ? [] : [path, `${path}.md`];
    return names.find((name) => repo?.paths.has(name)) ?? names.flatMap((name) => repo?.inOtherCase(name) ?? [])[0];
  }

  /**
   * The documents that `[[name]]` refers to in a document of `folder` (`repo/folder/`). If one of them is nearest to
   * that folder, only that one. A name that starts with `./` or `../` is a path from the folder.
   */
  named(name: string, folder: string, titled: readonly TitledPath[] = []): readonly string[] {
    const key = JSON.stringify([name, folder, titled.length]);
    const found = this.found.get(key) ?? this.find(name, folder, titled);
    this.found.set(key, found);
    return found;
  }

  private find(name: string, folder: string, titled: readonly TitledPath[]): readonly string[] {
    if (/^\.{1,2}\//.test(name)) {
      const path = this.page(pathFrom(name, folder) ?? '');
      return path !== undefined && this.has(path) ? [path] : [];
    }
    const names = new Set([nameOf(name), nameOf(withoutExtension(name))]);
    const everywhere = [...this.repos.values()].flatMap((repo) => [...names].flatMap((each) => repo.withName(each)));
    const isMany = everywhere.length > candidatesMax;
    const inFolder = isMany ? [...names].map((each) => this.page(`${folder}${each}`) ?? '') : [];
    const candidates = [...inFolder.filter((path) => this.has(path)), ...everywhere.slice(0, candidatesMax)];
    const all = [
      ...candidates.filter((path) => isNamedByPath(path, name)),
      ...this.withTitle(name, titled).filter((path) => this.has(path)),
    ];
    return nearest([...new Set(all)], folder, name);
  }

  /** The file that an image refers to: the one at its path, or the only one in the repo with its name. */
  file(path: string): string | undefined {
    const repo = this.repoOf(path);
    if (repo === undefined || repo.paths.has(path)) {
      return repo && path;
    }
    const found = repo.withName(nameOf(path)).filter((each) => folded(nameOf(each)) === folded(nameOf(path)));
    return repo.inOtherCase(path) ?? (found.length === 1 ? found[0] : undefined);
  }

  private withTitle(name: string, titled: readonly TitledPath[]): readonly string[] {
    if (this.titles?.of !== titled) {
      const byTitle = new Map<string, string[]>();
      for (const { path, title } of titled) {
        const paths = byTitle.get(folded(title)) ?? [];
        paths.push(path);
        byTitle.set(folded(title), paths);
      }
      this.titles = { of: titled, byTitle };
    }
    return this.titles.byTitle.get(folded(name))?.slice(0, candidatesMax) ?? [];
  }

  private has(path: string): boolean {
    return this.repoOf(path)?.paths.has(path) === true;
  }

  private repoOf(path: string): RepoTargets | undefined {
    return this.repos.get(path.split('/', 1)[0]?.toLowerCase() ?? '');
  }
}

/**
 * Selects the nearest paths: Markdown before other files, then those in the repo of the link, then the one whose whole
 * path is the name, then those in its folder.
 */
function nearest(paths: readonly string[], folder: string, name: string): readonly string[] {
  const repo = folder.slice(0, folder.indexOf('/') + 1);
  const rules = [
    isMarkdown,
    (path: string) => repo !== '' && path.startsWith(repo),
    (path: string) => isWholePath(path, name),
    (path: string) => folder !== '' && `${folderOf(path)}/` === folder,
  ];
  return rules.reduce((left, rule) => {
    const some = left.filter(rule);
    return some.length > 0 ? some : left;
  }, paths);
}
