import { archiveFormat } from '@tessera/contract';
import { exportRepo } from '../documents/git/fetch/bundle.js';
import type { InTransaction } from '../platform/database/database.js';
import type { ArchiveEntry } from './archive.js';
import {
  collectionSources,
  commitSource,
  type LineSource,
  lineSources,
  listCollections,
  listRepoFiles,
  pageOfLines,
} from './queries.js';

/** The parts of a workspace that an archive omits, each with what to do in the new workspace instead. */
export const leftOut = [
  'API keys, tokens, sessions and magic links: create new ones.',
  'Ingest URLs and secrets of signatures: create new ones in the source.',
  'Webhooks: create them again, with new secrets.',
  'The domain: set it again, because this server has to check it.',
  'Vectors and search indexes: they are computed again.',
  'The query log, statistics and findings.',
  'Earlier versions of records, by which writes are reverted.',
];

/**
 * All files of a workspace's archive. Each page of rows is read in its own transaction, so that no call waits for the
 * export.
 */
export async function* entriesOf(
  inTransaction: InTransaction,
  { settings, at }: { readonly settings: string; readonly at: Date },
): AsyncGenerator<ArchiveEntry> {
  const workspace: unknown = JSON.parse(settings);
  const manifest = {
    ...archiveFormat,
    exported_at: at.toISOString(),
    workspace,
    left_out: leftOut,
  };
  yield { path: 'manifest.json', content: oneLine(JSON.stringify(manifest, null, 2)) };
  for (const [path, source] of Object.entries(lineSources)) {
    yield { path, content: linesOf(inTransaction, source) };
  }
  for (const { id, name, configuration } of await inTransaction(listCollections)) {
    yield { path: `collections/${name}/configuration.json`, content: oneLine(configuration) };
    for (const [file, source] of Object.entries(collectionSources(id))) {
      yield { path: `collections/${name}/${file}`, content: linesOf(inTransaction, source) };
    }
  }
  for (const { id, name, description, has_commits } of await inTransaction(listRepoFiles)) {
    yield { path: `repos/${name}.json`, content: oneLine(description) };
    if (has_commits) {
      yield { path: `repos/${name}.bundle`, content: exportRepo(inTransaction, name) };
      yield { path: `repos/${name}.commits.ndjson`, content: linesOf(inTransaction, commitSource(id)) };
    }
  }
}

async function* oneLine(text: string): AsyncGenerator<string> {
  yield `${text}\n`;
}

async function* linesOf(inTransaction: InTransaction, source: LineSource): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const position: string | undefined = after;
    const page = await inTransaction((transaction) => pageOfLines(transaction, source, position));
    yield page.map(({ line }) => `${line}\n`).join('');
    after = page.at(-1)?.key;
  } while (after !== undefined);
}
