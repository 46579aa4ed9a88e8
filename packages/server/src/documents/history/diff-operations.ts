import { limits } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { batchesOf } from '../../platform/batches.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Isolated } from '../isolation/isolated.js';
import { textOf } from '../model/content.js';
import { documentErrors } from '../model/errors.js';
import { mediaTypeOf } from '../model/media-type.js';
import { readObject, readObjects } from '../store/index.js';
import { linesOf, replaceAll } from './compare.js';
import type { LineageVersion } from './lineage.js';
import { type FoundLineage, findLineage } from './operations.js';

/** Maximum size of documents that are compared. */
const comparedBytes = 4 * 1024 * 1024;

/** Versions per task of a blame. */
const taskLimits = { items: 25, size: comparedBytes, sizeOf: ({ size }: LineageVersion) => size ?? 0 };

/** The operations that compare versions. The comparison runs in an isolated process. */
export function diffOperations(isolated: Isolated) {
  const diff: Operation<'documents.diff'> = async (context, principal, { query }) => {
    const [before, after] = await context.transaction(async (transaction) => {
      const found = await findLineage(transaction, principal, query.path);
      const to = pick(found, query.to) ?? found.lineage[0];
      const from = query.from === undefined ? earlierThan(found, to) : pick(found, query.from);
      return Promise.all([textAt(transaction, found, from), textAt(transaction, found, to)]);
    });
    if (before === null && after === null) {
      throw documentErrors.notText(query.path);
    }
    if (before === null || after === null) {
      return { hunks: [], binary: true, truncated: false };
    }
    const outcome = await isolated('compare', { before, after }, context.workspace.id);
    return 'answer' in outcome ? outcome.answer : replaceAll({ before, after });
  };

  /** Finds the version that each line is from. */
  const blame: Operation<'documents.blame'> = async (context, principal, { query }) => {
    const blamed = await context.transaction(async (transaction) => {
      const found = await findLineage(transaction, principal, query.path);
      const [newest, ...older] = found.lineage;
      if (newest === undefined || newest.blob === null) {
        throw errors.notFound('document_not_found');
      }
      const batches = [...batchesOf(older.slice(0, limits.blamedVersions - 1), taskLimits)];
      const [text, firstTexts] = await Promise.all([
        textAt(transaction, found, newest),
        textsOf(transaction, found, batches[0] ?? []),
      ]);
      return { found, text, batches, firstTexts };
    });
    const { text } = blamed;
    if (text === null) {
      throw documentErrors.notText(query.path);
    }
    const { versions, complete } = await trace({ ...blamed, context, isolated, text });
    return { lines: inRows(versions), complete };
  };

  return { 'documents.diff': diff, 'documents.blame': blame };
}

function pick({ lineage }: FoundLineage, id: string | undefined): LineageVersion | undefined {
  const version = lineage.find((one) => one.id === id?.toLowerCase());
  if (id !== undefined && version === undefined) {
    throw errors.notFound('version_not_found');
  }
  return version;
}

function earlierThan({ lineage }: FoundLineage, version: LineageVersion | undefined): LineageVersion | undefined {
  return version && lineage[lineage.indexOf(version) + 1];
}

/** The text of a version. Null if it is not text or too long. A deletion, or no version, counts as empty text. */
async function textAt(
  transaction: Transaction,
  { repo }: FoundLineage,
  version: LineageVersion | undefined,
): Promise<string | null> {
  if (version === undefined || version.blob === null) {
    return '';
  }
  if ((version.size ?? 0) > comparedBytes) {
    return null;
  }
  const bytes = await readObject(transaction, repo.id, version.blob);
  return bytes === undefined ? null : textOf(bytes, mediaTypeOf(version.path, bytes));
}

/** The text of each version as from `textAt`, with '' instead of null. */
async function textsOf(
  transaction: Transaction,
  { repo }: FoundLineage,
  versions: readonly LineageVersion[],
): Promise<string[]> {
  const blobs = versions.filter(({ size }) => (size ?? 0) <= comparedBytes).flatMap(({ blob }) => blob ?? []);
  const contents = blobs.length === 0 ? new Map<string, Buffer>() : await readObjects(transaction, repo.id, blobs);
  return versions.map(({ blob, path }) => {
    const bytes = contents.get(blob?.toString('hex') ?? '');
    return (bytes && textOf(bytes, mediaTypeOf(path, bytes))) ?? '';
  });
}

interface Blamed {
  readonly context: OperationContext;
  readonly isolated: Isolated;
  readonly found: FoundLineage;
  readonly text: string;
  /** The older versions, split into one batch per task. The text of each version is part of the first. */
  readonly batches: readonly (readonly LineageVersion[])[];
  readonly firstTexts: readonly string[];
}

/** Traces every line back to the version that added it. */
async function trace(blamed: Blamed): Promise<{ versions: string[]; complete: boolean }> {
  const { context, isolated, found, text, batches, firstTexts } = blamed;
  const newest = found.lineage[0];
  let positions = linesOf(text).map((_, index) => index);
  const versions = positions.map(() => newest?.id ?? '');
  let current = text;
  for (const [index, batch] of batches.entries()) {
    const texts =
      index === 0 ? firstTexts : await context.transaction((transaction) => textsOf(transaction, found, batch));
    const outcome = await isolated('follow', { text: current, positions, older: texts }, context.workspace.id);
    if ('lost' in outcome) {
      return { versions, complete: false };
    }
    const { depths, isCut } = outcome.answer;
    for (const [line, depth] of depths.entries()) {
      versions[line] = batch[depth - 1]?.id ?? (versions[line] as string);
    }
    positions = [...outcome.answer.positions];
    if (isCut || positions.every((position) => position === -1)) {
      return { versions, complete: !isCut };
    }
    current = texts.at(-1) ?? '';
  }
  return { versions, complete: found.lineage.length <= limits.blamedVersions };
}

function inRows(versions: readonly string[]): { version: string; count: number }[] {
  const rows: { version: string; count: number }[] = [];
  for (const version of versions) {
    const last = rows.at(-1);
    if (last?.version === version) {
      last.count += 1;
    } else {
      rows.push({ version, count: 1 });
    }
  }
  return rows;
}
