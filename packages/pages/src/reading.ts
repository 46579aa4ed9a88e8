/** The script of reading pages. Everything is readable without it. */
import { watchAccess } from './reading/access.js';
import { offerCopies } from './reading/code.js';
import { offerEmbeds } from './reading/embeds.js';
import { followFragments } from './reading/fragments.js';
import { markCurrentHeading } from './reading/headings.js';
import { offerEnlarging } from './reading/images.js';
import { markReadPages } from './reading/marks.js';
import { setUpSearch } from './reading/search.js';

watchAccess();
setUpSearch();
markReadPages();
offerCopies();
offerEnlarging();
offerEmbeds();
markCurrentHeading();
followFragments();
