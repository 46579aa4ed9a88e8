/** Shows the account page in the chosen theme, and its times in the time zone of the browser. */
import { chosenScheme } from './scheme.js';

const root = document.documentElement;

function showTimes(): void {
  const format = new Intl.DateTimeFormat(root.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
}

root.dataset.scheme = chosenScheme() ?? 'system';
document.addEventListener('DOMContentLoaded', showTimes);
