import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { documentErrors } from '../errors.js';
import { textOf } from '../model/content.js';
import { readObject } from '../store/index.js';
import { compareTexts, linesOf, originsOf } from './compare.js';
import type { LineageVersion } from './lineage.js';
import { type FoundLineage, findLineage } from './operations.js';

/** Texts above this are not compared. */
const comparedBytes = 4 * 1024 * 1024;

/** Compares two versions of a document. */
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
  return before === null || after === null
    ? { hunks: [], binary: true, truncated: false }
    : compareTexts(before, after);
};

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

/** The text of a version; null for one that is no text or too long. No version, and one that is deleted, is an empty text. */
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
  return bytes === undefined ? null : textOf(bytes);
}

/** Tells which version each line is from. */
const blame: Operation<'documents.blame'> = (context, principal, { query }) =>
  context.transaction(async (transaction) => {
    const found = await findLineage(transaction, principal, query.path);
    const newest = found.lineage[0];
    if (newest === undefined || newest.blob === null) {
      throw errors.notFound('document_not_found');
    }
    const text = await textAt(transaction, found, newest);
    if (text === null) {
      throw documentErrors.notText(query.path);
    }
    const { versions, complete } = await trace(transaction, found, linesOf(text));
    return { lines: inRows(versions), complete };
  });

/** Follows every line back through the versions until the one that brought it. */
async function trace(
  transaction: Transaction,
  found: FoundLineage,
  lines: readonly string[],
): Promise<{ versions: string[]; complete: boolean }> {
  const [newest, ...older] = found.lineage;
  const versions = lines.map(() => newest?.id ?? '');
  // Where each line that is still looked for stands in the version at hand.
  let places = lines.map((_, index) => index);
  let current: readonly string[] = lines;
  for (const version of older.slice(0, limits.blamedVersions - 1)) {
    const text = version.blob === null ? '' : await textAt(transaction, found, version);
    const before = text === null ? [] : linesOf(text);
    const origins = originsOf(before, current);
    if (origins === undefined) {
      return { versions, complete: false };
    }
    places = places.map((place) => (place === -1 ? -1 : (origins[place] ?? -1)));
    for (const [line, place] of places.entries()) {
      if (place !== -1) {
        versions[line] = version.id;
      }
    }
    if (places.every((place) => place === -1)) {
      return { versions, complete: true };
    }
    current = before;
  }
  return { versions, complete: older.length < limits.blamedVersions };
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

/** Comparing versions. */
export const diffOperations = { 'documents.diff': diff, 'documents.blame': blame };
