export * from './decimal.js';
export * from './json.js';
export * from './values.js';
