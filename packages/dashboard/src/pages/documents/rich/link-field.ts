import type { EditorView } from 'prosemirror-view';
import { textOf } from '../../../text.js';
import classes from './rich.module.css';
import { schema } from './schema.js';

/** Shows a field for the URL of a link below the selection. Afterwards the focus returns to the text. */
export function askForLink(view: EditorView, onHref: (href: string) => void): boolean {
  const { from, $from } = view.state.selection;
  const link = $from.marks().find(({ type }) => type === schema.marks.link);
  const form = document.createElement('form');
  const field = document.createElement('input');
  Object.assign(field, {
    type: 'text',
    value: link?.attrs.href ?? '',
    placeholder: textOf('Address, or path of a page'),
  });
  field.setAttribute('aria-label', textOf('Address of the link'));
  form.className = classes.linkField ?? '';
  form.append(field);
  const close = (): void => {
    form.remove();
    view.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    close();
    onHref(field.value.trim());
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  });
  field.addEventListener('blur', () => form.remove());
  view.dom.after(form);
  const { bottom } = view.coordsAtPos(from);
  form.style.top = `${bottom - (form.offsetParent?.getBoundingClientRect().top ?? 0) + 4}px`;
  field.focus();
  return true;
}
