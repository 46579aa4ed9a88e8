import { accessScript } from './access.js';
import { codeScript } from './code.js';
import { contentsScript } from './contents.js';
import { fragmentsScript } from './fragments.js';
import { imagesScript } from './images.js';
import { marksScript } from './marks.js';
import { searchScript } from './search.js';

const parts = [accessScript, searchScript, marksScript, codeScript, imagesScript, contentsScript, fragmentsScript];

/** What reading pages do with script, without its comments and indentation. Everything is readable without. */
export const script = `'use strict';\n${parts.join('')}`.replace(/^\s*\/\/.*\n/gm, '').replace(/^\s+/gm, '');
