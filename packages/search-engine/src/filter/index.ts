export { type ColumnKey, ColumnStore, columnName, columnsOf } from './columns.js';
export * from './compile.js';
export * from './parse.js';
export {
  compareCodePoints,
  compareMeasures,
  dayMs,
  type Instant,
  instantOfText,
  isMeasure,
  trimAscii,
} from './scalars.js';
export * from './values.js';
