import { element } from '../element.js';
import * as texts from './texts.js';

/** Shows videos of other sites in the page after a click. Before the click, nothing is requested from these sites. */
export function offerEmbeds(): void {
  const hosts = document.querySelector<HTMLElement>('main')?.dataset['embeds']?.split(' ') ?? [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.prose a[data-embed]')) {
    if (hosts.includes(link.host)) {
      offer(link);
    }
  }
}

function offer(link: HTMLAnchorElement): void {
  const label = link.textContent || link.host;
  const button = element(
    'button',
    { type: 'button', class: 'embed' },
    texts.filled(texts.embed, { label, host: link.host }),
  );
  button.addEventListener('click', () => {
    const frame = element('iframe', {
      src: link.href,
      title: label,
      class: 'embed',
      allow: 'fullscreen; encrypted-media',
      sandbox: 'allow-scripts allow-same-origin allow-popups',
      // Video players refuse pages that do not send their origin.
      referrerpolicy: 'strict-origin',
    });
    button.replaceWith(frame);
    frame.focus();
  });
  link.replaceWith(button);
}
