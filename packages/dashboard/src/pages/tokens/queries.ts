import { read } from '../../data/queries.js';

/** Every pinned token, revoked ones too. */
export const tokensQuery = () => read('tokens.list', {});
