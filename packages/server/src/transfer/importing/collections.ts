import { archivedCollection, archiveLines, configurationBody } from '@tessera/contract';
import { type JsonObject, stringifyJson } from '@tessera/json';
import {
  attributesOf,
  type CollectionConfig,
  checkRecordShape,
  contentHash,
  embedText,
  readConfig,
} from '@tessera/records';
import type { z } from 'zod';
import { takeSequenceNumber } from '../../collections/access/sequence-number.js';
import { correctedRecord, correctedWords } from '../../collections/corrections/chosen.js';
import { insertCollection } from '../../collections/registry/queries.js';
import { checkFilter } from '../../collections/sharing/filters.js';
import { insertKeys } from '../../collections/writing/keys.js';
import { hashText } from '../../collections/writing/validate.js';
import type { InTransaction, Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { newSecret, type Random } from '../../platform/secrets.js';
import type { EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import { rowsFile } from '../files.js';
import { ArchiveFault, inFile } from './fault.js';
import { batchesOf, type ReadLine, readWhole } from './lines.js';
import { completeRecordParts, configure, type DerivedLine, insertLines, removeMarkers } from './queries.js';
import type { ReceivedFile } from './read-archive.js';

/** The files of a collection besides its configuration. */
const collectionFiles = [
  'records',
  'deleted',
  'confirmations',
  'writes',
  'corrections',
  'matches',
  'grants',
  'views',
] as const;
type CollectionFile = (typeof collectionFiles)[number];

/** Dependencies of the import of collections. */
export interface CollectionImportDependencies {
  readonly inTransaction: InTransaction;
  readonly embedding: EmbeddingClient;
  readonly random: Random;
}

interface CollectionWrite {
  readonly kind: CollectionFile;
  readonly lines: readonly DerivedLine[];
  readonly before?: (transaction: Transaction) => void;
}

interface ImportedCollection {
  readonly id: string;
  readonly config: CollectionConfig;
  readonly files: Set<string>;
}

/** Imports the collections of an archive, file by file; each configuration comes first. */
export class CollectionImport {
  private readonly collections = new Map<string, ImportedCollection>();
  /** Number of live records so far. */
  records = 0;

  constructor(private readonly dependencies: CollectionImportDependencies) {}

  /** Number of collections so far. */
  get count(): number {
    return this.collections.size;
  }

  /** Imports a file of a collection. Throws `ArchiveFault`. */
  async take(file: ReceivedFile, name: string, part: string): Promise<void> {
    if (part === 'configuration.json') {
      await this.create(file, name);
      return;
    }
    const collection = this.collections.get(name);
    const kind = collectionFiles.find((each) => part === `${each}.ndjson`);
    if (collection === undefined || kind === undefined) {
      throw new ArchiveFault(file.path, collection === undefined ? 'comes before its configuration' : 'is unknown');
    }
    await this.fill(file, collection, kind);
    collection.files.add(kind);
  }

  /** Throws `ArchiveFault` when a collection lacks one of its files. */
  async complete(): Promise<void> {
    for (const [name, { id, files }] of this.collections) {
      const missing = collectionFiles.find((each) => !files.has(each));
      if (missing !== undefined) {
        throw new ArchiveFault(`collections/${name}/${missing}.ndjson`, 'is missing: the archive is cut off');
      }
      await this.dependencies.inTransaction((transaction) => completeRecordParts(transaction, id));
    }
  }

  private async create(file: ReceivedFile, name: string): Promise<void> {
    const { random, inTransaction } = this.dependencies;
    const described = await readWhole(file, archivedCollection);
    const configuration = described.configuration as JsonObject;
    const checked = configurationBody.safeParse({ ...configuration, description: described.description });
    if (described.name !== name || !checked.success) {
      const issue = checked.error?.issues[0];
      const problem = issue === undefined ? 'name' : `configuration.${issue.path.join('.')}: ${issue.message}`;
      throw new ArchiveFault(file.path, problem);
    }
    const config = readConfig(configuration);
    const id = uuidFrom(random);
    await inTransaction(async (transaction) => {
      await insertCollection(transaction, {
        id,
        name,
        description: described.description,
        ingestSecretHash: newSecret('', random).hash,
        createdAt: new Date(described.created_at),
      });
      // Archives have no secrets, so a mapping with a signature refuses deliveries until an admin sets a new one.
      await configure(transaction, { id, archived: stringifyJson({ ...described, configuration }) });
    });
    this.collections.set(name, { id, config, files: new Set() });
  }

  private async fill(file: ReceivedFile, collection: ImportedCollection, kind: CollectionFile): Promise<void> {
    switch (kind) {
      case 'records':
        for await (const lines of batchesOf(file, archiveLines.records)) {
          await this.storeRecords(file.path, collection, lines);
          this.records += lines.length;
        }
        return;
      case 'deleted': {
        const empty = { attributes: {}, content_hash: hexOf(contentHash({})), embed_text: '', pending: false };
        return this.insert(file, collection, kind, ({ deleted_at: at }) => ({ ...empty, updated_at: at }));
      }
      case 'corrections':
        return this.insert(file, collection, kind, ({ query, record }) => {
          const isRecord = record !== undefined && record !== null;
          const { hash } = isRecord ? correctedRecord(record as JsonObject, collection.config) : correctedWords(query);
          return hash === undefined ? undefined : { words_hash: hash };
        });
      case 'grants':
        return this.insert(file, collection, kind, ({ filter }) => requireFilter(file.path, filter, collection.config));
      case 'writes':
      case 'matches':
        return this.insert(file, collection, kind, () => ({ change_mark: 0 }));
      case 'views':
      case 'confirmations':
        return this.insert(file, collection, kind, () => ({}));
    }
  }

  /** Inserts the lines of a file with the columns that `derive` returns. Leaves a line out for undefined. */
  private async insert<Kind extends CollectionFile>(
    file: ReceivedFile,
    collection: ImportedCollection,
    kind: Kind,
    derive: (value: z.infer<(typeof archiveLines)[Kind]>) => DerivedLine['derived'] | undefined,
  ): Promise<void> {
    const schema = archiveLines[kind] as unknown as z.ZodType<z.infer<(typeof archiveLines)[Kind]>>;
    for await (const lines of batchesOf(file, schema)) {
      const derived = lines.flatMap(({ text, value }) => {
        const columns = derive(value);
        return columns === undefined ? [] : [{ text, derived: columns }];
      });
      await this.write(file.path, collection.id, { kind, lines: derived });
    }
  }

  private async storeRecords(
    path: string,
    collection: ImportedCollection,
    lines: readonly ReadLine<z.infer<typeof archiveLines.records>>[],
  ): Promise<void> {
    const { embedding } = this.dependencies;
    const { id: collectionId, config } = collection;
    const read = await mapWithPauses(lines, (line) => readRecord(path, line, config));
    const texts = [...new Set(read.map((record) => record.embedText).filter((text) => text !== ''))];
    // If the embedder is a provider, vectors are computed later in the background, as after a write.
    const outcomes = embedding.isInstant ? await embedding.embed(texts) : [];
    const vectors = new Map(texts.map((text, target) => [text, outcomes[target]]));
    const derived = read.map((record): DerivedLine => {
      const vector = vectors.get(record.embedText);
      return { text: record.line, derived: derivedColumns(record, vector, embedding.embedderId) };
    });
    await this.write(path, collectionId, {
      kind: 'records',
      lines: derived,
      before: (transaction) => {
        const ids = read.map(({ externalId }) => externalId);
        removeMarkers(transaction, collectionId, ids);
        insertKeys(transaction, { collectionId, config }, read);
      },
    });
  }

  /** Writes lines. No other write of the collection's records can run meanwhile. */
  private async write(path: string, collectionId: string, { kind, lines, before }: CollectionWrite): Promise<void> {
    await inFile(path, () =>
      this.dependencies.inTransaction(async (transaction) => {
        const isRecords = kind === 'records' || kind === 'deleted';
        const mark = isRecords ? { change_mark: await takeSequenceNumber(transaction, collectionId) } : {};
        before?.(transaction);
        const marked = lines.map(({ text, derived }) => ({ text, derived: { ...derived, ...mark } }));
        insertLines(transaction, rowsFile(kind), marked, collectionId);
      }),
    );
  }
}

/** Reads a record and computes its derived values as a write does, because an archive does not contain them. */
function readRecord(
  path: string,
  { text: line, value }: ReadLine<z.infer<typeof archiveLines.records>>,
  config: CollectionConfig,
) {
  const shape = checkRecordShape(value.attributes as JsonObject);
  if ('error' in shape) {
    throw new ArchiveFault(path, shape.message);
  }
  const { record } = shape;
  const text = embedText(record, config);
  return {
    line,
    externalId: value.external_id,
    record,
    contentHash: contentHash(attributesOf(record, config)),
    embedText: text,
    textHash: hashText(text),
  };
}

/** The columns of a record that its line does not contain. Without a vector, the record waits for the embedder. */
function derivedColumns(
  { contentHash: hash, embedText: text, textHash }: ReturnType<typeof readRecord>,
  vector: unknown,
  embedderId: string,
): DerivedLine['derived'] {
  const embedded = vector instanceof Uint8Array ? vector : undefined;
  return {
    content_hash: hexOf(hash),
    embed_text: text,
    vector: embedded === undefined ? null : hexOf(embedded),
    vector_text_hash: embedded === undefined ? null : hexOf(textHash),
    vector_embedder: embedded === undefined ? null : embedderId,
    pending: text !== '' && embedded === undefined,
  };
}

/** Bytes as text of the type `bytea`. */
function hexOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

/** Throws `ArchiveFault` for a filter that the collection refuses. */
function requireFilter(path: string, filter: unknown, config: CollectionConfig): DerivedLine['derived'] {
  try {
    checkFilter(filter, config);
    return {};
  } catch (error) {
    throw error instanceof ServiceError ? new ArchiveFault(path, error.message, { cause: error }) : error;
  }
}
