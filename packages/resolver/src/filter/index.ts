export { type ColumnKey, ColumnStore, columnName, columnsOf } from './columns.js';
export * from './compile.js';
export { compareCodePoints, decimalText, trimAscii } from './decimal.js';
export * from './parse.js';
export * from './values.js';
