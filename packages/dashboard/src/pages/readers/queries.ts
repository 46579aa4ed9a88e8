import type { CallAnswer } from '@tessera/client';
import { read } from '../../data/queries.js';

/** A reader as the settings list them. */
export type Reader = CallAnswer<'settings.list_readers'>['readers'][number];

/** Every magic-link reader, active and revoked. */
export const readersQuery = () => read('settings.list_readers', {});
