import type { RecordMatch } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing, isUuid } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { lockCollection } from '../access/sequence-number.js';
import { openCollection, readableRecords } from '../access/view.js';
import { findInOrder } from '../records/queries.js';
import { comparedHash, type Matching } from './find.js';
import {
  findMatch,
  findPosition,
  listAfter,
  listDecided,
  listMatches,
  type MatchRow,
  saveDecision,
  startPosition,
} from './queries.js';

/** Operations on records that may be the same. */
export function matchOperations(matching: Pick<Matching, 'request'>) {
  const list: Operation<'collections.list_matches'> = (context, principal, { params, query }) =>
    context.transaction(async (transaction) => {
      const { collection } = await openCollection(transaction, principal, 'collections.list_matches', params.name);
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text', 'uuid']);
      const position = await findPosition(transaction, collection.id);
      const waiting = await listAfter(transaction, collection.id, { ...(position ?? startPosition), limit: 1 });
      if (position === null || waiting.length > 0) {
        matching.request({ workspaceId: transaction.workspaceId, collectionId: collection.id });
      }
      const { state, limit, external_id: id = null } = query;
      const rows = await listMatches(transaction, collection.id, { state, id, after, limit: limit + 1 });
      const page = toPage(rows, limit, ({ verdict, id }) => [verdict, id]);
      return { matches: page.rows.map(present), next_cursor: page.nextCursor, complete: waiting.length === 0 };
    });

  const decide: Operation<'collections.decide_match'> = (context, principal, { params, body }) =>
    context.transaction(async (transaction) => {
      const { view } = await lockCollection(transaction, principal, 'collections.decide_match', params.name);
      const { id: collectionId, name } = view.collection;
      const found = isUuid(params.id) ? await findMatch(transaction, collectionId, params.id) : undefined;
      const match = existing('match_not_found', found);
      const ids = [match.one, match.other];
      const records = await findInOrder(transaction, readableRecords(view), ids);
      if (records.length < ids.length) {
        throw errors.notFound('match_not_found');
      }
      const { decision, keep = null } = body;
      if (keep !== null && !ids.includes(keep)) {
        throw errors.invalidRequest([{ path: 'keep', message: `must be ${match.one} or ${match.other}` }]);
      }
      const isDecided = decision !== null;
      const decided: MatchRow = {
        ...match,
        decision,
        keep,
        decided_by: isDecided ? principal.name : null,
        decided_at: isDecided ? context.services.clock() : null,
      };
      await saveDecision(transaction, collectionId, { ...decided, compared: comparedHash(match.fields, records) });
      context.audit(transaction, {
        action: 'collection.match_decided',
        target: name,
        detail: { external_ids: ids, decision, keep, before: match.decision },
      });
      return { ...present(decided), workspace: context.workspaceReference };
    });

  const exportDecisions: Operation<'collections.export_matches'> = (context, principal, { params }) =>
    context.read(async (transaction) => {
      const { collection } = await openCollection(transaction, principal, 'collections.export_matches', params.name);
      const rows = (await listDecided(transaction, collection.id)).map(present).flatMap(csvRow);
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${collection.name}-matches.csv"`,
      };
      return { status: 200 as const, headers, body: Buffer.from([csvHeader, ...rows, ''].join('\r\n')) };
    });

  return {
    'collections.list_matches': list,
    'collections.decide_match': decide,
    'collections.export_matches': exportDecisions,
  };
}

const csvHeader = 'external_id,other_external_id,decision,keep,by,at';

function csvRow({ external_ids, decided }: RecordMatch): string[] {
  return decided === undefined
    ? []
    : [[...external_ids, decided.decision, decided.keep ?? '', decided.by, decided.at].map(csvCell).join(',')];
}

/** A cell of a CSV file. Spreadsheets would calculate one that starts like a formula. */
function csvCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function present({ id, one, other, verdict, fields, ...row }: MatchRow): RecordMatch {
  const { decision, keep, decided_by, decided_at } = row;
  const by = { by: decided_by ?? '', at: decided_at?.toISOString() ?? '' };
  return {
    ...{ id, external_ids: [one, other], verdict, fields },
    ...(decision === null ? {} : { decided: { decision, ...(keep === null ? {} : { keep }), ...by } }),
  };
}
