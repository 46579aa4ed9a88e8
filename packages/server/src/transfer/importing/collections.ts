import { archivedCollection, archiveLines, configurationBody } from '@tessera/contract';
import { isJsonObject, type JsonObject, ownValue, parseJson, stringifyJson } from '@tessera/json';
import { takeSequenceNumber } from '../../collections/access/sequence-number.js';
import { wordsHashOf } from '../../collections/corrections/chosen.js';
import { contentHash } from '../../collections/model/canonical-json.js';
import { attributesOf, type CollectionConfig, readConfig } from '../../collections/model/config.js';
import { checkRecordShape } from '../../collections/model/limits.js';
import { insertCollection } from '../../collections/registry/queries.js';
import { checkFilter } from '../../collections/sharing/filters.js';
import { embedText } from '../../collections/text/record-text.js';
import { insertKeys } from '../../collections/writing/keys.js';
import { hashText } from '../../collections/writing/validate.js';
import type { InTransaction, Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { newSecret, type Random } from '../../platform/secrets.js';
import type { EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import {
  configure,
  type DerivedRecord,
  insertCorrections,
  insertDeleted,
  insertGrants,
  insertRecords,
  insertViews,
  type RecordTarget,
  removeMarkers,
} from './collection-queries.js';
import { ArchiveFault, inFile } from './fault.js';
import { batchesOf, type ReadLine, readWhole } from './lines.js';
import type { ReceivedFile } from './read-archive.js';

/** The files of a collection besides its configuration. */
const collectionFiles = ['records', 'deleted', 'corrections', 'grants', 'views'] as const;
type CollectionFile = (typeof collectionFiles)[number];

/** Archives of earlier versions have no views. */
const requiredFiles = collectionFiles.filter((file) => file !== 'views');

/** Dependencies of the import of collections. */
export interface CollectionImportDependencies {
  readonly inTransaction: InTransaction;
  readonly embedding: EmbeddingClient;
  readonly random: Random;
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
  requireComplete(): void {
    for (const [name, { files }] of this.collections) {
      const missing = requiredFiles.find((each) => !files.has(each));
      if (missing !== undefined) {
        throw new ArchiveFault(`collections/${name}/${missing}.ndjson`, 'is missing: the archive is cut off');
      }
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
      await configure(transaction, {
        id,
        description: described.description,
        configuration: stringifyJson(configuration),
        synonyms: JSON.stringify(described.synonyms ?? []),
        // A random secret that no one knows, so deliveries are refused until an admin sets a new one.
        signatureSecret: config.mapping?.signature === undefined ? null : newSecret('', random).secret,
        createdAt: described.created_at,
        updatedAt: described.updated_at,
      });
    });
    this.collections.set(name, { id, config, files: new Set() });
  }

  private async fill(file: ReceivedFile, collection: ImportedCollection, kind: CollectionFile): Promise<void> {
    const { inTransaction } = this.dependencies;
    switch (kind) {
      case 'records':
        for await (const lines of batchesOf(file, archiveLines.records)) {
          await this.store(file.path, collection, lines);
          this.records += lines.length;
        }
        return;
      case 'deleted':
        for await (const lines of batchesOf(file, archiveLines.deleted)) {
          await this.write(file.path, collection, (transaction, target) =>
            insertDeleted(transaction, target, { texts: lines.map(({ text }) => text), contentHash: contentHash({}) }),
          );
        }
        return;
      case 'corrections':
        for await (const lines of batchesOf(file, archiveLines.corrections)) {
          const corrections = lines.flatMap(({ text, value }) => {
            const wordsHash = wordsHashOf(value.query);
            return wordsHash === undefined ? [] : [{ line: text, wordsHash }];
          });
          await inFile(file.path, () =>
            inTransaction(async (transaction) => insertCorrections(transaction, collection.id, corrections)),
          );
        }
        return;
      case 'grants':
        for await (const lines of batchesOf(file, archiveLines.grants)) {
          for (const { value } of lines) requireFilter(file.path, value.filter, collection.config);
          const texts = lines.map(({ text }) => text);
          await inFile(file.path, () =>
            inTransaction(async (transaction) => insertGrants(transaction, collection.id, texts)),
          );
        }
        return;
      case 'views':
        for await (const lines of batchesOf(file, archiveLines.views)) {
          const texts = lines.map(({ text }) => text);
          await inFile(file.path, () =>
            inTransaction(async (transaction) => insertViews(transaction, collection.id, texts)),
          );
        }
    }
  }

  private async store(
    path: string,
    collection: ImportedCollection,
    lines: readonly ReadLine<unknown>[],
  ): Promise<void> {
    const { embedding } = this.dependencies;
    const { config } = collection;
    const read = await mapWithPauses(lines, ({ text }) => readRecord(path, text, config));
    const texts = [...new Set(read.map((record) => record.embedText).filter((text) => text !== ''))];
    // If the embedder is a provider, vectors are computed later in the background, as after a write.
    const outcomes = embedding.isInstant ? await embedding.embed(texts) : [];
    const vectors = new Map(texts.map((text, target) => [text, outcomes[target]]));
    const derived = read.map((record): DerivedRecord => {
      const vector = vectors.get(record.embedText);
      return { ...record, vector: vector instanceof Uint8Array ? vector : null };
    });
    await this.write(path, collection, (transaction, target) => {
      const ids = read.map(({ externalId }) => externalId);
      removeMarkers(transaction, collection.id, ids);
      insertRecords(transaction, target, derived);
      insertKeys(transaction, { collectionId: collection.id, config }, read);
    });
  }

  /** Runs a write of records. No other write of the collection can run meanwhile. */
  private async write(
    path: string,
    { id }: ImportedCollection,
    work: (transaction: Transaction, target: RecordTarget) => void,
  ): Promise<void> {
    const { inTransaction, embedding } = this.dependencies;
    await inFile(path, () =>
      inTransaction(async (transaction) => {
        const sequenceNumber = await takeSequenceNumber(transaction, id);
        if (sequenceNumber === undefined) {
          throw new Error('the collection that is being imported is gone');
        }
        work(transaction, { collectionId: id, sequenceNumber, embedderId: embedding.embedderId });
      }),
    );
  }
}

/** Reads a record and computes its derived values as a write does, because an archive does not contain them. */
function readRecord(path: string, line: string, config: CollectionConfig) {
  const parsed = parseJson(line);
  const object = isJsonObject(parsed) ? parsed : {};
  const shape = checkRecordShape(ownValue(object, 'attributes'));
  if ('error' in shape) {
    throw new ArchiveFault(path, shape.message);
  }
  const { record } = shape;
  const text = embedText(record, config);
  return {
    line,
    externalId: String(ownValue(object, 'external_id')),
    record,
    contentHash: contentHash(attributesOf(record, config)),
    embedText: text,
    textHash: hashText(text),
  };
}

function requireFilter(path: string, filter: unknown, config: CollectionConfig): void {
  try {
    checkFilter(filter, config);
  } catch (error) {
    throw error instanceof ServiceError ? new ArchiveFault(path, error.message, { cause: error }) : error;
  }
}
