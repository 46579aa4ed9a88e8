import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView, type NodeView } from 'prosemirror-view';
import { queryClient, read } from '../../../data/api.js';
import { drawDiagrams } from '../../../diagram/draw.js';
import { diagramLabels } from '../../../diagram/labels.js';
import { textOf } from '../../../text.js';
import type { EditedTable } from './cell-field.js';
import { newTables } from './commands.js';
import classes from './rich.module.css';
import { schema } from './schema.js';

/** Marks the source block that contains the cursor. That block shows its text, and the others show what readers see. */
export const editedSource = new Plugin({
  props: {
    decorations: ({ selection: { $from }, doc }) => {
      const block = $from.depth > 0 ? $from.node(1) : undefined;
      return block?.type === schema.nodes.source
        ? DecorationSet.create(doc, [Decoration.node($from.before(1), $from.after(1), { class: classes.edited ?? '' })])
        : null;
    },
  },
});

const kindNames: Readonly<Record<string, string>> = {
  Table: textOf('Table'),
  Formula: textOf('Formula'),
  Diagram: textOf('Diagram'),
  Callout: textOf('Callout'),
  'Front matter': textOf('Front matter'),
};

const pauseMs = 400;
/** Blocks of the next screen are rendered before they become visible. */
const ahead = { rootMargin: '100% 0px' };

/** Finds a cell of a rendered table. */
type CellChoice = (cells: readonly HTMLTableCellElement[]) => HTMLTableCellElement | undefined;

/** A source block. It shows what readers see or, while it contains the cursor, its text. */
export class SourceView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('code');
  private readonly seen = document.createElement('div');
  private readonly path: string;
  private readonly watch: IntersectionObserver;
  private node: Node;
  private shown = '';
  private timer = 0;
  private endDrawing: () => void = () => undefined;
  private isEditingCell = false;
  /** The cell to edit once the block is rendered. */
  private nextCell: CellChoice | undefined;
  private readonly table: EditedTable;
  /** Undefined until the code of the field is loaded, and for blocks that are not tables. */
  private editCell: ((table: EditedTable, cell: HTMLTableCellElement) => boolean) | undefined;

  constructor(node: Node, view: EditorView, positionOf: () => number | undefined, path: string) {
    this.node = node;
    this.path = path;
    const text = document.createElement('pre');
    text.dir = 'auto';
    text.append(this.contentDOM);
    this.dom.className = classes.source ?? '';
    this.dom.dataset.kind = kindNames[node.attrs.kind] ?? node.attrs.kind;
    this.seen.className = classes.seen ?? '';
    this.seen.contentEditable = 'false';
    const editSource = (): void => {
      const position = positionOf();
      if (position === undefined) return;
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position + 1)));
      view.focus();
    };
    const extend = async (part: 'row' | 'column', nextCell: CellChoice): Promise<void> => {
      const { extended } = await import('./table-cells.js');
      const position = positionOf();
      if (position === undefined) return;
      this.nextCell = nextCell;
      const next = schema.text(extended(this.node.textContent, part));
      view.dispatch(view.state.tr.replaceWith(position + 1, position + this.node.nodeSize - 1, next));
      void this.render();
    };
    this.table = {
      view,
      text: () => this.node.textContent,
      position: positionOf,
      onEnd: () => {
        this.isEditingCell = false;
        void this.render();
      },
      addRow: () => {
        void extend('row', (cells) =>
          cells.find((cell) => cell.closest('tr')?.matches(':last-child') && cell.closest('tbody')),
        );
      },
    };
    if (newTables.has(node)) this.nextCell = (cells) => cells[0];
    this.seen.addEventListener('mousedown', (event) => {
      if (this.isInField(event)) return;
      event.preventDefault();
      const cell = event.target instanceof Element ? event.target.closest('th, td') : null;
      if (cell instanceof HTMLTableCellElement && this.editCell !== undefined && !this.isEdited()) {
        // Another field writes its cell first, which moves the text after it.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        if (this.edits(cell)) return;
      }
      editSource();
    });
    this.dom.append(this.seen, text);
    if (node.attrs.kind === 'Table') {
      const tools = document.createElement('div');
      tools.className = classes.tableTools ?? '';
      tools.contentEditable = 'false';
      tools.append(
        toolButton(textOf('Add a row'), () => this.table.addRow()),
        toolButton(textOf('Add a column'), () => {
          void extend('column', (cells) => cells.findLast(({ localName }) => localName === 'th'));
        }),
        toolButton(textOf('Edit the table as Markdown'), editSource),
      );
      this.dom.append(tools);
    }
    this.watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        this.watch.disconnect();
        void this.render();
      }
    }, ahead);
    this.watch.observe(this.dom);
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) {
      return false;
    }
    this.node = node;
    if (node.textContent !== this.shown) {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.render(), pauseMs);
    }
    return true;
  }

  /** The editor ignores keys and clicks in the field of a cell and on the button. */
  stopEvent(event: Event): boolean {
    return this.isInField(event) || event.target instanceof HTMLButtonElement;
  }

  private isInField({ target }: Event): boolean {
    return target instanceof HTMLInputElement && this.seen.contains(target);
  }

  /** Edits a cell in place. Returns false if that is not possible. */
  private edits(cell: HTMLTableCellElement): boolean {
    this.isEditingCell = true;
    this.isEditingCell = this.editCell?.(this.table, cell) === true;
    return this.isEditingCell;
  }

  private isEdited(): boolean {
    return this.dom.classList.contains(classes.edited ?? '');
  }

  ignoreMutation({ target }: { readonly target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target);
  }

  destroy(): void {
    this.watch.disconnect();
    window.clearTimeout(this.timer);
    this.endDrawing();
  }

  private async render(): Promise<void> {
    const text = this.node.textContent;
    const { kind } = this.node.attrs;
    const html = kind === 'Front matter' ? '' : await renderedSource(this.path, text);
    // Loaded before the cells are shown. Otherwise text that is typed right after a click on a cell would be lost.
    if (kind === 'Table') this.editCell = (await import('./cell-field.js')).editCell;
    if (text !== this.node.textContent || !this.dom.isConnected || this.isEditingCell) {
      return;
    }
    this.endDrawing();
    this.shown = text;
    this.seen.innerHTML = html;
    const isSeen = this.seen.textContent?.trim() !== '' || this.seen.querySelector('img, hr') !== null;
    this.dom.toggleAttribute('data-seen', isSeen);
    const { mantineColorScheme: scheme } = document.documentElement.dataset;
    this.endDrawing = drawDiagrams(this.seen, scheme === 'dark' ? 'dark' : 'light', diagramLabels());
    const cell = this.nextCell?.([...this.seen.querySelectorAll<HTMLTableCellElement>('th, td')]);
    this.nextCell = undefined;
    if (cell !== undefined) this.edits(cell);
  }
}

/** A button above a table. */
function toolButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
}

/** An image of the repo. Other images are shown by name, because pages load nothing from other sites. */
export function imageView(node: Node, path: string): NodeView {
  const { src, alt } = node.attrs as { src: string; alt: string };
  if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(src)) {
    const dom = document.createElement('code');
    dom.className = classes.raw ?? '';
    dom.textContent = `![${alt}](${src})`;
    return { dom };
  }
  const dom = document.createElement('img');
  dom.alt = alt;
  const address = new URL(src, `https://repo/${path.split('/').map(encodeURIComponent).join('/')}`);
  dom.src = `/raw${address.pathname}`;
  return { dom };
}

const pendingMs = 2_000;
const triesMax = 5;

/** The HTML of a part of a document in the form that readers see, sanitized by the service. Empty if there is none. */
async function renderedSource(path: string, text: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const query = read('documents.render', { body: { path, text } });
      const { html, reason } = await queryClient.fetchQuery({ ...query, staleTime: 60_000 });
      if (html !== null || reason !== 'pending' || tries === triesMax) {
        return html ?? '';
      }
      queryClient.removeQueries({ queryKey: query.queryKey });
    } catch {
      return '';
    }
    await new Promise((resolve) => window.setTimeout(resolve, pendingMs));
  }
}
