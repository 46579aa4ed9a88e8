import { read } from '../../data/queries.js';

/** Every API key, revoked ones too. */
export const keysQuery = () => read('api_keys.list', {});
