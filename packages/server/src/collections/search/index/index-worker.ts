import { hostIndexes } from '../../../search-runtime/host.js';
import { RecordIndex } from './record-index.js';

hostIndexes((embedderId) => new RecordIndex(embedderId));
