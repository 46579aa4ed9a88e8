import { element } from '../element.js';
import * as texts from './texts.js';

/** Adds a copy button to each block of code, except for the source of a diagram. */
export function offerCopies(): void {
  const blocks = document.querySelectorAll<HTMLElement>('.prose pre > code:not(.language-mermaid)');
  if (blocks.length === 0) {
    return;
  }
  const status = element('p', { class: 'unseen', role: 'status' });
  document.querySelector('main')?.append(status);
  for (const block of blocks) {
    offerCopy(block, status);
  }
}

function offerCopy(block: HTMLElement, status: HTMLElement): void {
  const button = element('button', { type: 'button', 'aria-label': texts.copyCode }, texts.copy);
  const frame = element('div', { class: 'copyable' });
  const reset = () => {
    button.textContent = texts.copy;
    status.textContent = '';
  };
  button.addEventListener('click', async () => {
    const outcome = await copy(block).then(
      () => texts.copied,
      () => texts.notCopied,
    );
    button.textContent = outcome;
    status.textContent = outcome;
  });
  button.addEventListener('blur', reset);
  frame.addEventListener('mouseleave', reset);
  const pre = block.parentElement as HTMLElement;
  pre.before(frame);
  frame.append(pre, button);
}

async function copy(block: HTMLElement): Promise<void> {
  // Browsers provide the clipboard only over HTTPS. Without it, the text is selected and copied.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) {
    return clipboard.writeText(block.textContent ?? '');
  }
  getSelection()?.selectAllChildren(block);
  if (!document.execCommand('copy')) {
    throw new Error('not copied');
  }
  getSelection()?.removeAllRanges();
}
