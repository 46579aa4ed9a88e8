/**
 * The version of the service, its clients and its API. It equals that in `package.json`; `npm run release` sets both.
 */
export const version = '1.1.0';
