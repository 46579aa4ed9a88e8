/**
 * The script of the API reference: the language of the examples, the search for operations, and calls from the page.
 * Everything is readable without it. It is loaded before the first paint, so that nothing moves.
 */

import { setUpCalls } from './reference/calls.js';
import { setUpFilter } from './reference/filter.js';
import { setUpFragments } from './reference/fragments.js';
import { setUpLanguages } from './reference/languages.js';
import { chosenScheme } from './scheme.js';

const root = document.documentElement;
const scheme = chosenScheme();
root.dataset.script = '';
if (scheme !== undefined) {
  root.dataset.scheme = scheme;
}
setUpLanguages();
setUpFilter();
setUpFragments();
setUpCalls();
