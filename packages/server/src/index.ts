export type { App } from './app.js';
export { buildApp } from './app.js';
