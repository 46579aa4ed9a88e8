import type { SplitPath } from './path.js';
import type { PathPattern } from './pattern.js';

/** Indexes patterns by their literal start, so that a path is compared only with patterns that could match it. */
export class PatternsByStart {
  private readonly byLength = new Map<number, Map<string, PathPattern[]>>();
  /** Folders that some pattern matches completely. */
  private readonly whole = new Set<string>();
  /** The folders that contain a literal start. A path in them may match. */
  private readonly onTheWay = new Set<string>();

  constructor(patterns: Iterable<PathPattern>) {
    for (const pattern of patterns) {
      for (const start of pattern.starts) {
        this.add(start, pattern);
        for (const folder of foldersAbove(start)) {
          this.onTheWay.add(folder);
        }
      }
      for (const folder of pattern.wholeFolders) {
        this.whole.add(folder);
      }
    }
  }

  /** How many of the possible paths in a folder, at any depth, match. `some` means that a path there could match. */
  reachInto(folder: string): 'all' | 'some' | 'none' {
    if (this.whole.has(folder) || foldersAbove(folder).some((above) => this.whole.has(above))) {
      return 'all';
    }
    const within = `${folder}/`;
    const isBegun = [...this.byLength].some(([length, byStart]) => byStart.has(within.slice(0, length)));
    return isBegun || this.onTheWay.has(folder) ? 'some' : 'none';
  }

  /** Whether any pattern matches a path. */
  match(path: SplitPath): boolean {
    for (const [length, byStart] of this.byLength) {
      if (byStart.get(path.text.slice(0, length))?.some((pattern) => pattern.matches(path)) === true) {
        return true;
      }
    }
    return false;
  }

  private add(start: string, pattern: PathPattern): void {
    const byStart = this.byLength.get(start.length) ?? new Map<string, PathPattern[]>();
    this.byLength.set(start.length, byStart);
    const patterns = byStart.get(start);
    if (patterns === undefined) {
      byStart.set(start, [pattern]);
    } else {
      patterns.push(pattern);
    }
  }
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}
