import { type DrawRequest, frameMessageOf } from './messages.js';

const highestPx = 4_000;

/**
 * Draws Mermaid blocks of rendered HTML, each in an isolated frame; the source is folded below. A block that cannot be
 * drawn stays text. Returns a function that stops it.
 */
export function drawDiagrams(container: HTMLElement, scheme: 'light' | 'dark'): () => void {
  const ends = Array.from(container.querySelectorAll<HTMLElement>('pre > code.language-mermaid'), (code) =>
    drawOne(code, scheme),
  );
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function drawOne(code: HTMLElement, scheme: 'light' | 'dark'): () => void {
  const text = code.textContent ?? '';
  const block = code.parentElement as HTMLElement;
  const frame = document.createElement('iframe');
  frame.title = 'Diagram';
  frame.className = 'diagram';
  frame.setAttribute('sandbox', 'allow-scripts');
  const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const message = source === frame.contentWindow ? frameMessageOf(data) : undefined;
    if (message?.kind === 'ready') {
      const request: DrawRequest = { text, scheme };
      // The frame has an opaque origin, which cannot be named.
      frame.contentWindow?.postMessage(request, '*');
    } else if (message?.kind === 'drawn') {
      frame.style.height = `${Math.min(message.height, highestPx)}px`;
      frame.dataset.drawn = 'true';
    } else if (message?.kind === 'failed') {
      frame.replaceWith(noteOf(message.message));
    }
  };
  window.addEventListener('message', onMessage);
  frame.src = '/app/diagram.html';
  block.before(frame);
  fold(block);
  return () => window.removeEventListener('message', onMessage);
}

function fold(block: HTMLElement): void {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Text of the diagram';
  block.replaceWith(details);
  details.append(summary, block);
}

function noteOf(message: string): HTMLElement {
  const note = document.createElement('p');
  note.textContent = `This diagram cannot be drawn. ${message}`;
  return note;
}
