export { exitStatus } from './failure.js';
export type { Host } from './host.js';
export { run } from './run.js';
