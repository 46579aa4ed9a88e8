import { type DrawRequest, frameMessageOf } from './messages.js';

const highestPx = 4_000;

/** The labels of a page's diagrams. */
export interface DiagramLabels {
  /** The accessible name of a diagram. */
  readonly title: string;
  /** The label of the button that shows the source. */
  readonly source: string;
  readonly failed: string;
}

/**
 * Draws the Mermaid blocks of rendered HTML, each in an isolated frame. The source is available below, folded. A block
 * that cannot be drawn stays text. Returns a function that stops the drawing.
 */
export function drawDiagrams(container: HTMLElement, scheme: 'light' | 'dark', labels: DiagramLabels): () => void {
  const ends = Array.from(container.querySelectorAll<HTMLElement>('pre > code.language-mermaid'), (code) =>
    drawOne(code, scheme, labels),
  );
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function drawOne(code: HTMLElement, scheme: 'light' | 'dark', labels: DiagramLabels): () => void {
  const text = code.textContent ?? '';
  const block = code.parentElement as HTMLElement;
  const frame = document.createElement('iframe');
  frame.title = labels.title;
  frame.className = 'diagram';
  frame.setAttribute('sandbox', 'allow-scripts');
  const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const message = source === frame.contentWindow ? frameMessageOf(data) : undefined;
    if (message?.kind === 'ready') {
      const request: DrawRequest = { text, scheme };
      // The frame has an opaque origin, which cannot be named as a target.
      frame.contentWindow?.postMessage(request, '*');
    } else if (message?.kind === 'drawn') {
      frame.style.height = `${Math.min(message.height, highestPx)}px`;
      frame.dataset.drawn = 'true';
    } else if (message?.kind === 'failed') {
      frame.replaceWith(noteOf(`${labels.failed} ${message.message}`));
    }
  };
  window.addEventListener('message', onMessage);
  frame.src = '/app/diagram.html';
  block.before(frame);
  fold(block, labels.source);
  return () => window.removeEventListener('message', onMessage);
}

function fold(block: HTMLElement, label: string): void {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = label;
  block.replaceWith(details);
  details.append(summary, block);
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement('p');
  note.textContent = text;
  return note;
}
