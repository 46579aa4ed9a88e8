import type { PathChange } from '@tessera/git';
import { uuidFrom } from '../../../platform/identifiers.js';
import { mapWithPauses, Pauses } from '../../../platform/pauses.js';
import type { Random } from '../../../platform/secrets.js';
import { headOf, type NewContent, positionOf } from '../../model/content.js';
import { mediaTypesOf } from '../../model/media-type.js';
import { nameOf } from '../../model/path.js';
import { isMarkdown } from '../../rendering/index.js';
import type { DocumentChange } from '../../store/index.js';

/** Returns the sizes and contents of files by hexadecimal id. Of a large file, only the start of its content. */
export type FileContents = (
  ids: readonly string[],
) => AsyncGenerator<{ readonly id: string; readonly size: number; readonly bytes: Buffer }>;

/** Reads the titles of documents, in the same order. */
export type TitlesOf = (
  documents: readonly { readonly path: string; readonly text: string }[],
) => Promise<readonly string[]>;

/** Number of documents whose titles are read in one call. */
const titlesAtATime = 64;

/** Describes each file that the commits add or change. Reads each content once. */
export async function describeFiles(
  commits: readonly (readonly PathChange[])[],
  contents: FileContents,
  titlesOf: TitlesOf,
): Promise<ReadonlyMap<string, NewContent>> {
  const pathsOf = new Map<string, Set<string>>();
  for (const { path, after } of commits.flat()) {
    if (after !== null) {
      pathsOf.set(after, (pathsOf.get(after) ?? new Set()).add(path));
    }
  }
  const described = new Map<string, NewContent>();
  const pauses = new Pauses();
  let untitled: { id: string; path: string; text: string }[] = [];
  const addTitles = async () => {
    const titles = await titlesOf(untitled);
    for (const [index, { id, path: from }] of untitled.entries()) {
      const title = titles[index] as string;
      const paths = title === from ? [] : [...(pathsOf.get(id) ?? [])].filter(isMarkdown);
      for (const key of paths.map((path) => `${id} ${path}`)) {
        described.set(key, { ...(described.get(key) as NewContent), title });
      }
    }
    untitled = [];
  };
  for await (const { id, size, bytes } of contents([...pathsOf.keys()])) {
    const paths = [...(pathsOf.get(id) ?? [])];
    const typeOf = mediaTypesOf(bytes, size);
    const content = { blob: Buffer.from(id, 'hex'), size };
    for (const path of paths) {
      const position = positionOf(path, bytes);
      described.set(`${id} ${path}`, { ...content, mediaType: typeOf(path), title: nameOf(path), position });
    }
    if (paths.some(isMarkdown)) {
      // Each content is read once, before its paths are known. The id is used as its path, because no heading equals it
      // as a fallback title.
      untitled.push({ id, path: `${id}.md`, text: headOf(bytes) });
    }
    if (untitled.length === titlesAtATime) {
      await addTitles();
    }
    await pauses.take();
  }
  await addTitles();
  return described;
}

/**
 * Computes the document changes of a commit from its changed files. If a file is removed and the same content appears
 * at another path, the document has moved.
 */
export function documentChanges(
  files: readonly PathChange[],
  described: ReadonlyMap<string, NewContent>,
  random: Random,
): Promise<DocumentChange[]> {
  const gone = removedByContent(files);
  return mapWithPauses(files, ({ path, before, after }): DocumentChange => {
    const versionId = uuidFrom(random);
    if (after === null) {
      return { path, versionId, status: 'deleted', content: null };
    }
    const content = described.get(`${after} ${path}`);
    if (content === undefined) {
      throw new Error(`nothing is known of ${path}`);
    }
    const movedFrom = before === null ? gone.get(after)?.pop() : undefined;
    return movedFrom === undefined
      ? { path, versionId, status: before === null ? 'added' : 'changed', content }
      : { path, versionId, status: 'moved', content, movedFrom };
  });
}

/** Removed paths by their content. Each list is reversed, because paths are popped from its end. */
function removedByContent(files: readonly PathChange[]): Map<string, string[]> {
  const gone = new Map<string, string[]>();
  for (const { path, before, after } of files.toReversed()) {
    if (before !== null && after === null) {
      const paths = gone.get(before) ?? [];
      paths.push(path);
      gone.set(before, paths);
    }
  }
  return gone;
}
