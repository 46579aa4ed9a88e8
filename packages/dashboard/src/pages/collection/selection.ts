import { useState } from 'react';
import type { RowRecord } from './record-pages.js';

/** The choice of one record. With `isRange`, of all records from the one chosen before to this one. */
interface Choice {
  readonly record: RowRecord;
  readonly index: number;
  readonly isOn: boolean;
  readonly isRange: boolean;
}

/** The records that a person has selected: some, or all that match except some. */
export interface Selection {
  readonly isAll: boolean;
  /** The selected records; empty if `isAll`. */
  readonly records: readonly RowRecord[];
  /** With `isAll`, the ids of the unselected records. */
  readonly except: ReadonlySet<string>;
  has(id: string): boolean;
  set(choice: Choice): void;
  selectAll(): void;
  clear(): void;
}

interface Chosen {
  readonly isAll: boolean;
  /** The exceptions: the selected records or, with `isAll`, the unselected ones. */
  readonly marked: ReadonlyMap<string, RowRecord>;
}

const nothing: Chosen = { isAll: false, marked: new Map() };

/** The selection in a list. `recordAt` returns a loaded record by its row. */
export function useSelection(recordAt: (index: number) => RowRecord | undefined): Selection {
  const [{ isAll, marked }, setChosen] = useState(nothing);
  const [anchor, setAnchor] = useState(0);
  return {
    isAll,
    records: isAll ? [] : [...marked.values()],
    except: new Set(isAll ? marked.keys() : []),
    has: (id) => marked.has(id) !== isAll,
    set: ({ record, index, isOn, isRange }) => {
      const [from, to] = isRange ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
      const next = new Map(marked);
      for (let position = from; position <= to; position += 1) {
        const each = position === index ? record : recordAt(position);
        if (each !== undefined && isOn !== isAll) {
          next.set(each.external_id, each);
        } else if (each !== undefined) {
          next.delete(each.external_id);
        }
      }
      setChosen({ isAll, marked: next });
      setAnchor(index);
    },
    selectAll: () => setChosen({ isAll: true, marked: new Map() }),
    clear: () => setChosen(nothing),
  };
}
