import { read } from '../../data/queries.js';

/** Every API key, including revoked ones. */
export const keysQuery = () => read('api_keys.list', {});
