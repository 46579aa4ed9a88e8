import { errors } from '../../platform/errors.js';
import type { CollectionView } from '../access/view.js';
import type { PreparedRevert } from './prepare.js';

/** Throws `append_only` if a revert would change records of an append-only collection. */
export function refuseAppendOnly({ config }: CollectionView, { restored, removed }: PreparedRevert): void {
  if (config.append_only && restored.length + removed.length > 0) {
    throw errors.appendOnly('The collection is append-only: its records are never changed or deleted.');
  }
}
