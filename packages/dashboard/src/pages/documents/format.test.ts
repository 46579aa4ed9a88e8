import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { Format } from './block-choices.js';
import { formatted } from './format.js';

/** The text after a format is applied. `<` and `>` mark the selection, and `<>` a cursor. */
function after(text: string, ...formats: Format[]): string {
  const [from, to] = [text.indexOf('<'), text.indexOf('>') - 1];
  let state = EditorState.create({
    doc: text.replace(/[<>]/g, ''),
    selection: { anchor: from, head: to },
  });
  for (const format of formats) state = state.update(formatted(state, format)).state;
  const { from: start, to: end } = state.selection.main;
  return `${state.sliceDoc(0, start)}<${state.sliceDoc(start, end)}>${state.sliceDoc(end)}`;
}

test('formatted > bold, italic and code wrap the selection, and are removed again', () => {
  expect(after('an <oak> desk', 'bold')).toBe('an **<oak>** desk');
  expect(after('an <oak> desk', 'bold', 'bold')).toBe('an <oak> desk');
  expect(after('an <oak> desk', 'italic')).toBe('an _<oak>_ desk');
  expect(after('an <oak> desk', 'code')).toBe('an `<oak>` desk');
  expect(after('<>', 'bold')).toBe('**<>**');
});

test('formatted > heading cycles through levels up to the third, then text', () => {
  expect(after('Woods<>', 'heading')).toBe('## Woods<>');
  expect(after('Woods<>', 'heading', 'heading')).toBe('### Woods<>');
  expect(after('Woods<>', 'heading', 'heading', 'heading')).toBe('Woods<>');
});

test('formatted > lists mark every selected line, and replace another marker', () => {
  expect(after('<one\n\n  two>', 'list')).toBe('- <one\n\n  - two>');
  expect(after('<one\ntwo>', 'list', 'list')).toBe('<one\ntwo>');
  expect(after('- <one\n- two>', 'numbered')).toBe('1. <one\n1. two>');
  expect(after('<>', 'task')).toBe('- [ ] <>');
});

test('formatted > link uses the selection as its text, or as its address if it is one', () => {
  expect(after('see <prices>', 'link')).toBe('see [prices](<>)');
  expect(after('<>', 'link')).toBe('[<>]()');
  expect(after('<https://oak.example/>', 'link')).toBe('[<>](https://oak.example/)');
});

test('formatted > blocks get lines of their own', () => {
  expect(after('Woods<>', 'table')).toBe('Woods\n\n| <Column> | Column |\n| --- | --- |\n|  |  |\n|  |  |');
  expect(after('<a\nb>', 'code')).toBe('```\n<a\nb>\n```');
  expect(after('<>', 'code')).toBe('```\n<>\n```');
});
