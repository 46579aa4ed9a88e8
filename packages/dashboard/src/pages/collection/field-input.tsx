import { type KeyboardEvent, type RefCallback, useEffect, useId, useRef } from 'react';
import { Choices } from '../../components/choices.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import type { Kind } from './columns.js';
import { editableText, isEmpty, type Typed, typedValue } from './values.js';

/** The cell that is current after an edit. With `away`, the input has lost the focus to something else. */
export type After = 'down' | 'right' | 'left' | 'away';

/** A field to edit: its name, kind and stored value. */
export interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly value: unknown;
  /** The values to choose from. */
  readonly choices?: readonly string[] | undefined;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The input of a field's kind. Enter, Tab and leaving it save a changed value, Escape cancels. `onDone` receives the new
 * value, or nothing if it is unchanged.
 */
export function FieldInput(props: {
  field: Field;
  /** The text to start with. Without one, the stored value, which is then selected. */
  text?: string | undefined;
  onDone: (after: After | 'cancel', typed?: { readonly value: unknown }) => void;
}) {
  const { field, text, onDone } = props;
  const list = useId();
  const input = useRef<Input>(null);
  const isDone = useRef(false);
  const stored = editableText(field.value ?? null);
  const done = (after: After | 'cancel', typed?: { readonly value: unknown }): void => {
    isDone.current = true;
    onDone(after, typed);
  };
  const commit = (after: After): void => {
    if (isDone.current || input.current === null) return;
    const typed = input.current.value === stored ? undefined : typedValue(input.current.value, field.value, field.kind);
    if (typed === undefined || 'value' in typed) {
      done(after, typed);
    } else if (after === 'away') {
      done('cancel');
    } else {
      report(input.current, typed);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isEnd = (event.key === 'Enter' && !event.shiftKey && !event.altKey) || event.key === 'Tab';
    if (isEnd || event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape') done('cancel');
    if (isEnd) commit(event.key === 'Enter' ? 'down' : event.shiftKey ? 'left' : 'right');
  };
  // The row can leave the grid while a person scrolls, which saves what was typed.
  const leave = useRef(commit);
  leave.current = commit;
  useEffect(() => {
    const { current } = input;
    return () => {
      input.current ??= current;
      if (current?.value !== stored) leave.current('away');
    };
  }, [stored]);
  const start: RefCallback<Input> = (element) => {
    if (element === null || input.current === element) return;
    input.current = element;
    element.focus({ preventScroll: true });
    if (text === undefined && 'select' in element) element.select();
    else if (element instanceof HTMLTextAreaElement)
      element.setSelectionRange(element.value.length, element.value.length);
  };
  const shared = {
    ref: start,
    className: classes.fieldInput,
    'aria-label': field.name,
    defaultValue: text ?? stored,
    onKeyDown,
    onInput: () => input.current?.setCustomValidity(''),
    onBlur: () => commit('away'),
  };
  if (field.kind === 'boolean' && (isEmpty(field.value) || typeof field.value === 'boolean')) {
    return (
      <select {...shared} defaultValue={stored}>
        <option value="">–</option>
        <option value="true">{textOf('Yes')}</option>
        <option value="false">{textOf('No')}</option>
      </select>
    );
  }
  if (field.kind === 'date' && text === undefined && /^(\d{4}-\d\d-\d\d)?$/.test(stored)) {
    return <input {...shared} type="date" />;
  }
  if (field.kind === 'number') return <input {...shared} inputMode="decimal" autoComplete="off" />;
  if (field.choices !== undefined) {
    return (
      <>
        <input {...shared} list={list} autoComplete="off" />
        <Choices id={list} values={field.choices} />
      </>
    );
  }
  return <textarea {...shared} rows={1} dir="auto" />;
}

function report(input: Input, typed: Typed): void {
  if ('problem' in typed) input.setCustomValidity(typed.problem);
  input.reportValidity();
}
