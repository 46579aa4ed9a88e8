import { limits } from '@tessera/contract';
import { parsePattern, readAccess, splitPath } from '@tessera/path-access';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { explainHolder, findGrantee, type GranteeRow, listPathGroups, type ReadGroup } from '../explain.js';
import { hintFor, listDocumentPaths } from '../matches/matches.js';
import { countReading, documentExists, listGrantees } from './queries.js';

const notFound = { membership: 'person_not_found', reader: 'reader_not_found', token: 'token_not_found' } as const;

const explain: Operation<'settings.explain_access'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { path, holder } = query;
    const grantee = await findGrantee(transaction, { ...holder, at: context.services.clock() });
    const found = existing(notFound[holder.kind], grantee);
    const groups = await listPathGroups(transaction, null);
    return {
      path,
      exists: await documentExists(transaction, path),
      holder: presentGrantee(found),
      ...explainHolder(found, groups, path),
    };
  });

const holders: Operation<'settings.list_holders'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const groups = await listPathGroups(transaction, null);
    const taking = readAccess(groups)
      .explain(query.path)
      .matches.map(({ group }) => group.id);
    const isPublic = new Set(groups.filter((group) => group.public).map(({ id }) => id));
    const everyone = taking.some((id) => isPublic.has(id));
    const who = { groups: [...new Set(taking)], everyone, at: context.services.clock() };
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text', 'uuid']);
    const found = await listGrantees(transaction, { ...who, after, limit: query.limit + 1 });
    const page = toPage(found, query.limit, ({ name, id }) => [name, id]);
    return {
      holders: page.rows.map((holder) => {
        const { reason, matches } = explainHolder(holder, groups, query.path);
        return { ...presentGrantee(holder), reason, matches };
      }),
      count: await countReading(transaction, who),
      next_cursor: page.nextCursor,
    };
  });

const preview: Operation<'settings.preview_group'> = (context, _principal, { body }) =>
  context.transaction(async (transaction) => {
    const replaced = body.replaces === undefined ? [] : await listPathGroups(transaction, [body.replaces]);
    if (body.replaces !== undefined && replaced.length === 0) {
      throw errors.notFound('group_not_found');
    }
    return previewPatterns(body.paths, await listDocumentPaths(transaction), replaced);
  });

function presentGrantee({ kind, id, name, email }: GranteeRow): AnswerOf<'settings.explain_access'>['holder'] {
  return { kind, id, name, email };
}

/** Operations that explain who can read a path and which documents a pattern matches. */
export const explanationOperations = {
  'settings.explain_access': explain,
  'settings.list_holders': holders,
  'settings.preview_group': preview,
};

type Preview = AnswerOf<'settings.preview_group'>;

/** Lists the documents that each pattern matches, and the difference from the group's current patterns. */
function previewPatterns(
  sent: readonly string[],
  documents: readonly string[],
  replaced: readonly ReadGroup[],
): Preview {
  const patterns = sent.map((text) => ({ text, parsed: parsePattern(text) }));
  const counts = new Map<string, number>();
  const taken: { path: string; patterns: string[] }[] = [];
  for (const path of documents) {
    const split = splitPath(path);
    const taking = patterns.flatMap(({ text, parsed }) =>
      !('refused' in parsed) && split !== undefined && parsed.matches(split) ? [text] : [],
    );
    for (const text of taking) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    if (taking.length > 0) {
      taken.push({ path, patterns: taking });
    }
  }
  const before = readAccess(replaced);
  const now = new Set(taken.map(({ path }) => path));
  const first = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.previewedDocuments);
  return {
    patterns: patterns.map(({ text, parsed }) => ({
      pattern: text,
      documents: counts.get(text) ?? 0,
      ...('refused' in parsed ? { refused: { code: parsed.refused, message: parsed.message } } : {}),
      ...('refused' in parsed || counts.has(text) ? {} : { hint: hintFor(text, documents) }),
    })),
    count: taken.length,
    documents: first(taken),
    gained: replaced.length === 0 ? [] : first([...now].filter((path) => !before.canRead(path))),
    lost: first(documents.filter((path) => !now.has(path) && before.canRead(path))),
  };
}
