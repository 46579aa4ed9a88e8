/** The version of the service, its clients and its API: that of `package.json`, set by `npm run release`. */
export const version = '0.1.0';
