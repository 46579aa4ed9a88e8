import { useState } from 'react';
import type { StoredRecord } from './record-pages.js';

/** A choice of one record, or with `isRange` of all between it and the one chosen before. */
export interface Choice {
  readonly record: StoredRecord;
  readonly index: number;
  readonly isOn: boolean;
  readonly isRange: boolean;
}

/** The records that a person has selected, wherever they are in the list. */
export interface Selection {
  readonly records: readonly StoredRecord[];
  has(id: string): boolean;
  set(choice: Choice): void;
  clear(): void;
}

/** The selection of a list; `recordAt` finds the records between the ends of a range that are known. */
export function useSelection(recordAt: (index: number) => StoredRecord | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, StoredRecord>>(new Map());
  const [anchor, setAnchor] = useState(0);
  return {
    records: [...chosen.values()],
    has: (id) => chosen.has(id),
    set: ({ record, index, isOn, isRange }) => {
      const [from, to] = isRange ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
      const next = new Map(chosen);
      for (let place = from; place <= to; place += 1) {
        const each = place === index ? record : recordAt(place);
        if (each !== undefined && isOn) {
          next.set(each.external_id, each);
        } else if (each !== undefined) {
          next.delete(each.external_id);
        }
      }
      setChosen(next);
      setAnchor(index);
    },
    clear: () => setChosen(new Map()),
  };
}
