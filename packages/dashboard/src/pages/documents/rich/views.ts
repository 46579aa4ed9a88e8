import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView, type NodeView } from 'prosemirror-view';
import { drawDiagrams } from '../../../diagram/draw.js';
import { renderedSource } from './rendered-source.js';
import classes from './rich.module.css';
import { schema } from './schema.js';

/** Marks the block of source that contains the cursor: it shows its text, the others what readers see. */
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

const pauseMs = 400;
/** Blocks of the next screen are rendered before they are scrolled to. */
const ahead = { rootMargin: '100% 0px' };

/** A block of source: what readers see of it, and its text while the cursor is in it. */
export class SourceView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('code');
  readonly #seen = document.createElement('div');
  readonly #path: string;
  readonly #watch: IntersectionObserver;
  #node: Node;
  #shown = '';
  #timer = 0;
  #endDrawing: () => void = () => undefined;

  constructor(node: Node, view: EditorView, positionOf: () => number | undefined, path: string) {
    this.#node = node;
    this.#path = path;
    const text = document.createElement('pre');
    text.dir = 'auto';
    text.append(this.contentDOM);
    this.dom.className = classes.source ?? '';
    this.dom.dataset.kind = node.attrs.kind;
    this.#seen.className = classes.seen ?? '';
    this.#seen.contentEditable = 'false';
    this.#seen.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const position = positionOf();
      if (position !== undefined) {
        view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position + 1)));
        view.focus();
      }
    });
    this.dom.append(this.#seen, text);
    this.#watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        this.#watch.disconnect();
        void this.#render();
      }
    }, ahead);
    this.#watch.observe(this.dom);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) {
      return false;
    }
    this.#node = node;
    if (node.textContent !== this.#shown) {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#render(), pauseMs);
    }
    return true;
  }

  ignoreMutation({ target }: { readonly target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target);
  }

  destroy(): void {
    this.#watch.disconnect();
    window.clearTimeout(this.#timer);
    this.#endDrawing();
  }

  async #render(): Promise<void> {
    const text = this.#node.textContent;
    const html = this.#node.attrs.kind === 'Front matter' ? '' : await renderedSource(this.#path, text);
    if (text !== this.#node.textContent || !this.dom.isConnected) {
      return;
    }
    this.#endDrawing();
    this.#shown = text;
    this.#seen.innerHTML = html;
    const isSeen = this.#seen.textContent?.trim() !== '' || this.#seen.querySelector('img, hr') !== null;
    this.dom.toggleAttribute('data-seen', isSeen);
    const { mantineColorScheme: scheme } = document.documentElement.dataset;
    this.#endDrawing = drawDiagrams(this.#seen, scheme === 'dark' ? 'dark' : 'light');
  }
}

/** An image of the repo; others are named, because pages load nothing from elsewhere. */
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
