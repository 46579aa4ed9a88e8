/** The version of the service, its clients and its API: that of `package.json`, which `npm run release` sets. */
export const version = '0.1.0';
