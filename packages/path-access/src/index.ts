export { PatternsByStart } from './by-start.js';
export { type SplitPath, splitPath } from './path.js';
export { type PathPattern, parsePattern, type RefusedPattern } from './pattern.js';
export { reachesInto } from './reach.js';
export * from './read-access.js';
export { storedPattern } from './stored-pattern.js';
