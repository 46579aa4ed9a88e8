import { store, stored } from '../storage.js';

const languages = ['curl', 'typescript', 'python'];
const name = 'tessera.samples';

/** Shows the examples in the language that was last chosen in this browser. */
export function setUpLanguages(): void {
  show(stored(name));
  document.addEventListener('DOMContentLoaded', () => show(stored(name)));
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[data-language]');
    const language = button?.dataset.language;
    if (!button || language === undefined) {
      return;
    }
    const { top } = button.getBoundingClientRect();
    show(language);
    store(name, language);
    // Keep the position of the button, because examples above it have another height in another language.
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}

function show(language: string | null): void {
  if (language === null || !languages.includes(language)) {
    return;
  }
  document.documentElement.dataset.samples = language;
  for (const button of document.querySelectorAll<HTMLElement>('button[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
}
