import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { textOf } from '../../../text.js';
import classes from './rich.module.css';

/** An entry of the menu that opens while typing. */
export interface Choice {
  readonly label: string;
  readonly detail?: string;
  /** Replaces the typed text by the entry. */
  apply(view: EditorView, from: number, to: number): void;
}

/** What opens a menu: a pattern for the text before the cursor, and the entries to offer. */
export interface Trigger {
  readonly pattern: RegExp;
  choices(typed: string): readonly Choice[] | Promise<readonly Choice[]>;
}

interface Typed {
  readonly trigger: Trigger;
  readonly from: number;
  readonly text: string;
}

const key = new PluginKey<string>('menu');
const listId = 'editor-menu';

/** A menu below the cursor, controlled by arrow keys, Enter and Escape. The cursor stays in the text. */
export function menuPlugin(triggers: readonly Trigger[]): Plugin {
  let menu: Menu | undefined;
  return new Plugin<string>({
    key,
    // The id of the marked entry. The text references it for screen readers.
    state: { init: () => '', apply: (change, marked) => (change.getMeta(key) as string | undefined) ?? marked },
    view: (view) => {
      menu = new Menu(view, triggers);
      return menu;
    },
    props: {
      handleKeyDown: (_view, event) => menu?.onKey(event) ?? false,
      attributes: (state): Record<string, string> => {
        const marked = key.getState(state) ?? '';
        return marked === '' ? {} : { 'aria-activedescendant': marked, 'aria-controls': listId };
      },
    },
  });
}

class Menu {
  private readonly list = document.createElement('div');
  private typed: Typed | undefined;
  private choices: readonly Choice[] = [];
  private marked = 0;
  /** The typed text at the time when Escape closed the menu. The menu stays closed until it changes. */
  private closed = '';

  constructor(
    readonly view: EditorView,
    readonly triggers: readonly Trigger[],
  ) {
    Object.assign(this.list, { id: listId, className: classes.menu ?? '', hidden: true });
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-label', textOf('Suggestions'));
    view.dom.after(this.list);
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc.eq(before.doc) && view.state.selection.eq(before.selection)) {
      return;
    }
    const typed = typedIn(view.state, this.triggers);
    const isClosed = typed !== undefined && this.closed !== '' && typed.text.startsWith(this.closed);
    this.closed = isClosed ? this.closed : '';
    this.typed = isClosed ? undefined : typed;
    void this.fill();
  }

  destroy(): void {
    this.list.remove();
  }

  onKey(event: KeyboardEvent): boolean {
    const count = this.choices.length;
    if (count === 0 || this.list.hidden) {
      return false;
    }
    switch (event.key) {
      case 'ArrowDown':
        return this.mark((this.marked + 1) % count);
      case 'ArrowUp':
        return this.mark((this.marked + count - 1) % count);
      case 'Enter':
      case 'Tab':
        return this.take(this.marked);
      case 'Escape':
        this.closed = this.typed?.text ?? '';
        return this.show([]);
      default:
        return false;
    }
  }

  private async fill(): Promise<void> {
    const typed = this.typed;
    const choices = typed === undefined ? [] : await typed.trigger.choices(typed.text);
    if (typed === this.typed && this.view.dom.isConnected) {
      this.show(choices);
    }
  }

  private show(choices: readonly Choice[]): boolean {
    this.choices = choices;
    this.list.hidden = choices.length === 0;
    this.list.replaceChildren(...choices.map((choice, index) => this.entry(choice, index)));
    if (this.typed !== undefined && choices.length > 0) {
      const { left, bottom } = this.view.coordsAtPos(this.typed.from);
      const frame = this.list.offsetParent?.getBoundingClientRect() ?? new DOMRect();
      const leftMost = Math.max(0, frame.width - this.list.offsetWidth);
      this.list.style.left = `${Math.min(left - frame.left, leftMost)}px`;
      this.list.style.top = `${bottom - frame.top + 4}px`;
    }
    return this.mark(0);
  }

  private entry({ label, detail }: Choice, index: number): HTMLElement {
    const entry = document.createElement('div');
    Object.assign(entry, { id: `${listId}-${index}`, textContent: label });
    entry.setAttribute('role', 'option');
    if (detail !== undefined) {
      const small = document.createElement('small');
      small.textContent = detail;
      entry.append(small);
    }
    // Without this, a click would move the focus out of the text.
    entry.addEventListener('mousedown', (event) => event.preventDefault());
    entry.addEventListener('click', () => this.take(index));
    return entry;
  }

  private mark(index: number): boolean {
    this.marked = index;
    for (const [each, entry] of Array.from(this.list.children).entries()) {
      entry.setAttribute('aria-selected', String(each === index));
      if (each === index) entry.scrollIntoView({ block: 'nearest' });
    }
    const id = this.choices.length === 0 ? '' : `${listId}-${index}`;
    if (key.getState(this.view.state) !== id) {
      this.view.dispatch(this.view.state.tr.setMeta(key, id));
    }
    return true;
  }

  private take(index: number): boolean {
    const [typed, choice] = [this.typed, this.choices[index]];
    if (typed !== undefined && choice !== undefined) {
      this.show([]);
      choice.apply(this.view, typed.from, this.view.state.selection.from);
      this.view.focus();
    }
    return true;
  }
}

function typedIn({ selection }: EditorState, triggers: readonly Trigger[]): Typed | undefined {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code === true) {
    return undefined;
  }
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  for (const trigger of triggers) {
    const found = trigger.pattern.exec(before);
    if (found !== null) {
      return { trigger, from: $from.start() + found.index, text: found[0] };
    }
  }
  return undefined;
}
