import { errors } from '../../platform/errors.js';
import type { CollectionView } from '../access/view.js';
import type { PreparedRevert } from './prepare.js';

/** Throws `append_only` where a revert would change records that never change. */
export function refuseAppendOnly({ config }: CollectionView, { restored, removed }: PreparedRevert): void {
  if (config.append_only && restored.length + removed.length > 0) {
    throw errors.appendOnly('The collection is append-only: its records are never changed or deleted.');
  }
}
