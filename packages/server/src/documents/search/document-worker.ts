import { hostIndexes } from '../../search-runtime/host.js';
import { DocumentIndex } from './document-index.js';

hostIndexes((embedderId) => new DocumentIndex(embedderId));
