import { element } from '../element.js';
import * as texts from './texts.js';

/** Opens an image in a dialog if the page shows it reduced. Escape closes the dialog and returns the focus. */
export function offerEnlarging(): void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) offer(target as HTMLImageElement);
  });
  for (const image of document.querySelectorAll<HTMLImageElement>('.prose img')) {
    if (image.closest('a')) {
      continue;
    }
    sizes.observe(image);
    const onAction = (event: Event) => {
      if (image.getAttribute('role') === 'button') {
        event.preventDefault();
        enlarge(image);
      }
    };
    image.addEventListener('click', onAction);
    image.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') onAction(event);
    });
  }
}

function offer(image: HTMLImageElement): void {
  const isShrunk = image.naturalWidth > image.clientWidth + 1 && image.clientWidth > 0;
  if (!isShrunk) {
    for (const name of ['role', 'tabindex', 'aria-label']) image.removeAttribute(name);
    return;
  }
  image.alt ||= texts.image;
  image.tabIndex = 0;
  image.setAttribute('role', 'button');
  image.setAttribute('aria-label', texts.filled(texts.enlarge, { name: image.alt }));
}

function enlarge(image: HTMLImageElement): void {
  const button = element('button', { type: 'button' }, texts.close);
  const large = element('img', { src: image.currentSrc, alt: image.alt });
  const dialog = element('dialog', { class: 'zoom', 'aria-label': image.alt }, button, large);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  // Return the focus to the image.
  image.focus();
  dialog.showModal();
}
