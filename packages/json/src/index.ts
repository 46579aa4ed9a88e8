export * from './json.js';
export * from './values.js';
export * from './values.js';
