export * from './common.js';
export * from './errors.js';
export * from './limits.js';
export * from './policy.js';
export * from './route.js';
