import {
  findRepeats,
  type Item,
  mergeRepeats,
  type RepeatChoice,
  type Repeats,
  repeatChoices,
  shownRepeats,
  withoutRepeats,
} from '@tessera/client';
import { CommandFailure, exitStatus, usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { plain } from '../output/text.js';

/** Reads the rows of an input from an offset on. */
export type ReadItems = (offset: number) => AsyncIterable<Item>;

/** How rows with the same id will be imported. */
export interface RepeatPlan {
  readonly repeats: Repeats;
  /** A summary for the person. Undefined if no id is repeated. */
  readonly summary: string | undefined;
  /** Reads the records from an offset on, one per id. */
  readonly records: (offset: number, rowsBefore: number) => AsyncIterable<Item>;
}

/** The person's choice. Default: `fail` in a terminal, otherwise the last row of an id is used. */
export function repeatChoice(flag: string | undefined, host: Host): RepeatChoice {
  if (flag === undefined) return host.stdin.isTTY === true && host.stderr.isTTY === true ? 'fail' : 'last';
  const found = repeatChoices.find((known) => known === flag);
  if (found === undefined) throw usageFailure(`--repeated takes ${repeatChoices.join(', ')}, not "${flag}".`);
  return found;
}

/** Finds ids that several rows have. If the choice is `fail`, throws before anything is sent. */
export async function planRepeats(items: ReadItems, idField: string, choice: RepeatChoice): Promise<RepeatPlan> {
  const repeats = await findRepeats(items(0), idField);
  const summary = repeats.byId.size === 0 ? undefined : summaryOf(repeats);
  if (choice === 'fail') {
    if (summary !== undefined) {
      throw new CommandFailure(`${summary} Nothing was imported.`, exitStatus.usage, [
        'Choose with --repeated which rows count: first, last, or merge (later rows keep what they leave empty).',
        'If several columns make up the id, join them: --id-field <column,column>.',
      ]);
    }
    return { repeats, summary, records: items };
  }
  const merged = choice === 'merge' ? await mergeRepeats(items(0), { idField, repeats }) : new Map<string, string>();
  const rules = { idField, repeats, choice, merged };
  return {
    repeats,
    summary: summary === undefined ? undefined : `${summary} ${outcomes[choice]}`,
    records: (offset, rowsBefore) => withoutRepeats(items(offset), rowsBefore, rules),
  };
}

const outcomes: Readonly<Record<Exclude<RepeatChoice, 'fail'>, string>> = {
  first: 'The first row of each id counts.',
  last: 'The last row of each id counts.',
  merge: 'The rows of each id are merged.',
};

function summaryOf(repeats: Repeats): string {
  const shown = shownRepeats(repeats.byId).map(({ id, lines }) => `"${plain(id)}" (lines ${lines.join(', ')})`);
  const more = repeats.byId.size > shown.length ? ` and ${repeats.byId.size - shown.length} more` : '';
  return `${repeats.rows} rows have ${repeats.records} ids. Repeated: ${shown.join(', ')}${more}.`;
}
