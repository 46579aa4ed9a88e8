import { RecordIndex } from './collections/search/index/record-index.js';
import { DocumentIndex } from './documents/search/document-index.js';
import { hostIndexes } from './search-runtime/host.js';

hostIndexes({
  records: (embedderId) => new RecordIndex(embedderId),
  documents: (embedderId) => new DocumentIndex(embedderId),
});
