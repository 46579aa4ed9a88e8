import { read } from '../../app/queries.js';

/** Every pinned token, revoked ones too. */
export const tokensQuery = () => read('tokens.list', {});
