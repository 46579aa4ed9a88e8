export { type ColumnKey, ColumnStore, columnName, columnsOf } from './columns.js';
export * from './compile.js';
export { dayMs, type Instant, instantOfText } from './dates.js';
export { compareMeasures, isMeasure } from './measures.js';
export * from './parse.js';
export { compareCodePoints, trimAscii } from './scalars.js';
export * from './values.js';
