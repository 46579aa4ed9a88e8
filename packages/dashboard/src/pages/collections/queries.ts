import { read } from '../../app/queries.js';

/** The collections that the caller sees. */
export const collectionsQuery = () => read('collections.list', {});
