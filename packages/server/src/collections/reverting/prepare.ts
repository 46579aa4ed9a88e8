import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { CollectionView } from '../access/view.js';
import { keptSince } from '../history/queries.js';
import { outsideSlice, readSent, type ValidRecord, validateRecord } from '../writing/validate.js';
import { type RevertStep, type SelectedWrites, stepOf } from './plan.js';
import {
  type CurrentLink,
  type FormerContent,
  findCurrentLinks,
  findFormerContents,
  findFormerLinks,
  type RecordLink,
} from './queries.js';

/** A record that is left unchanged, with the reason. */
export interface RevertConflict {
  readonly external_id: string;
  readonly message: string;
}

/** An earlier version to restore, and whether it is a deletion. */
export interface RestoredRecord {
  readonly record: ValidRecord;
  readonly tombstoned: boolean;
}

/** The plan of a revert for a part of its records. */
export interface PreparedRevert {
  readonly restored: readonly RestoredRecord[];
  /** Ids of records that did not exist before the reverted writes. */
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly conflicts: readonly RevertConflict[];
}

/** The inputs of the plan. */
export interface RevertRules {
  readonly selected: SelectedWrites;
  readonly force: boolean;
  readonly now: Date;
}

/** Plans the revert of the given records. Validates restored content against the current rules. */
export async function prepareRevert(
  transaction: Transaction,
  view: CollectionView,
  { ids, rules }: { readonly ids: readonly string[]; readonly rules: RevertRules },
): Promise<PreparedRevert> {
  const collectionId = view.collection.id;
  const { lowestMark } = rules.selected;
  const search = { collectionId, ids, lowestMark, keptSince: keptSince(view.config, rules.now) };
  const [current, former] = await Promise.all([
    findCurrentLinks(transaction, collectionId, ids),
    findFormerLinks(transaction, search),
  ]);
  const links = new Map<string, RecordLink[]>();
  for (const link of former) {
    const chain = links.get(link.external_id) ?? [];
    links.set(link.external_id, chain);
    chain.push(link);
  }
  const steps = current.map((record) => stepFor(record, links.get(record.external_id) ?? [], rules));
  const wanted = steps.flatMap(({ current: { external_id: externalId }, step }) =>
    step.kind === 'restore' ? [{ externalId, version: step.version }] : [],
  );
  const contents = wanted.length === 0 ? [] : await findFormerContents(transaction, collectionId, wanted);
  const found = new Map(contents.map((content) => [content.external_id, content]));
  const decided = await mapWithPauses(steps, (one, index) =>
    decideOne(one, { content: found.get(one.current.external_id), index, view, rules }),
  );
  return gather(decided);
}

interface RecordStep {
  readonly current: CurrentLink;
  readonly step: RevertStep;
}

function stepFor(current: CurrentLink, former: readonly RecordLink[], { selected }: RevertRules): RecordStep {
  return { current, step: stepOf([...former, current], selected) };
}

type Decided = RestoredRecord | { readonly removed: string } | RevertConflict | 'unchanged' | 'untouched';

interface Deciding {
  readonly content: FormerContent | undefined;
  readonly index: number;
  readonly view: CollectionView;
  readonly rules: RevertRules;
}

function decideOne({ current, step }: RecordStep, deciding: Deciding): Decided {
  const { external_id } = current;
  if (step.kind === 'untouched') {
    return 'untouched';
  }
  if (step.kind === 'not_kept') {
    return {
      external_id,
      message: 'The version before is not kept: it was replaced too long ago, or history was off.',
    };
  }
  if (current.tombstoned && (step.kind === 'remove' || step.tombstoned)) {
    return 'unchanged';
  }
  const restored = step.kind === 'restore' ? readFormer(external_id, deciding) : undefined;
  const isSame =
    restored !== undefined && 'contentHash' in restored && restored.contentHash.equals(current.content_hash);
  if (isSame && !current.tombstoned && !(step.kind === 'restore' && step.tombstoned)) {
    return 'unchanged';
  }
  if (step.changedAt !== null && !deciding.rules.force) {
    const message = `It was changed again at ${step.changedAt.toISOString()}. Check its history, or use force to undo that too.`;
    return { external_id, message };
  }
  if (restored === undefined) {
    return { removed: external_id };
  }
  return 'contentHash' in restored
    ? { record: restored, tombstoned: step.kind === 'restore' && step.tombstoned }
    : restored;
}

/** Reads the earlier version of a record, with its clock. Returns a conflict if the current rules reject it. */
function readFormer(external_id: string, { content, index, view, rules }: Deciding): ValidRecord | RevertConflict {
  const { config, writeSlice: slice } = view;
  const sent = readSent(content?.attributes, index, config);
  if (!('error' in sent) && sent.externalId !== external_id) {
    const message = `In the version before, ${config.id_field} was "${sent.externalId}": it would be another record.`;
    return { external_id, message };
  }
  const read =
    'error' in sent
      ? sent
      : validateRecord(sent, null, { config, slice, outside: outsideSlice(slice), composition: null, now: rules.now });
  return 'error' in read
    ? { external_id, message: `The version before is refused now: ${read.message}` }
    : { ...read, writeDate: content?.write_date ?? null, writeOrder: content?.write_order ?? null };
}

function gather(decided: readonly Decided[]): PreparedRevert {
  const restored: RestoredRecord[] = [];
  const removed: string[] = [];
  const conflicts: RevertConflict[] = [];
  let unchanged = 0;
  for (const one of decided) {
    if (one === 'unchanged') unchanged += 1;
    else if (one === 'untouched') continue;
    else if ('removed' in one) removed.push(one.removed);
    else if ('message' in one) conflicts.push(one);
    else restored.push(one);
  }
  return { restored, removed, unchanged, conflicts };
}

/** Throws `append_only` if a revert would change records of an append-only collection. */
export function refuseAppendOnly({ config }: CollectionView, { restored, removed }: PreparedRevert): void {
  if (config.append_only && restored.length + removed.length > 0) {
    throw errors.appendOnly('The collection is append-only: its records are never changed or deleted.');
  }
}
