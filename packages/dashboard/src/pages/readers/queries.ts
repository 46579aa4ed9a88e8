import { read } from '../../app/queries.js';

/** Every magic-link reader, active and revoked. */
export const readersQuery = () => read('settings.list_readers', {});
