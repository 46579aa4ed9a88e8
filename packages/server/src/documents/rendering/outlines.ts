import { LRUCache } from 'lru-cache';
import { batchesOf } from '../../platform/batches.js';
import { ServiceError } from '../../platform/errors.js';
import type { Isolated } from '../isolation/isolated.js';
import { isMarkdown } from '../model/names.js';
import { nameOf } from '../model/path.js';
import { headOfText, mayHaveFrontMatter } from './head.js';
import type { Outline, OutlinedText } from './outline.js';

/** A document of a workspace. `blob` is the hexadecimal id of its content. */
export interface StoredText extends OutlinedText {
  readonly blob: string;
}

/** The facts that the start of a document contains. */
export type Head = Pick<Outline, 'title' | 'frontMatter' | 'problem'>;

/** Maximum documents and characters per task. */
const taskLimits = { items: 64, size: 1024 * 1024, sizeOf: ({ text }: OutlinedText) => text.length };
const cachedCharacters = 8 * 1024 * 1024;

/** Titles, front matter and headings of documents, read in an isolated process. */
export class Outlines {
  private readonly heads = new LRUCache<string, Head>({
    maxSize: cachedCharacters,
    sizeCalculation: (head) => 500 + JSON.stringify(head).length,
  });

  constructor(private readonly isolated: Isolated) {}

  /** The outline of each document. Null for a document that is not Markdown, or whose task failed or took too long. */
  async of(workspaceId: string, documents: readonly OutlinedText[]): Promise<(Outline | null)[]> {
    const found = new Map<OutlinedText, Outline>();
    for (const batch of batchesOf(
      documents.filter(({ path }) => isMarkdown(path)),
      taskLimits,
    )) {
      const isRead = await this.read(workspaceId, batch, found);
      // Read them one by one, so that a document that fails does not affect the others.
      for (const document of isRead || batch.length === 1 ? [] : batch) {
        await this.read(workspaceId, [document], found);
      }
    }
    return documents.map((document) => found.get(document) ?? null);
  }

  /** Reads the first 16 KiB of each document. A document without a readable title has its file name. */
  async headsOf(workspaceId: string, documents: readonly OutlinedText[]): Promise<Head[]> {
    const heads = documents.map(({ path, text }) => ({ path, text: headOfText(text) }));
    const outlines = await this.of(workspaceId, heads);
    return documents.map(
      ({ path }, index) => outlines[index] ?? { title: nameOf(path), frontMatter: null, problem: null },
    );
  }

  /** The titles of documents, read in the same way as `headsOf`. */
  async titlesOf(workspaceId: string, documents: readonly OutlinedText[]): Promise<string[]> {
    return (await this.headsOf(workspaceId, documents)).map(({ title }) => title);
  }

  /** The title of a stored document, cached. */
  async titleOf(workspaceId: string, document: StoredText): Promise<string> {
    return (await this.headOf(workspaceId, document))?.title ?? nameOf(document.path);
  }

  /** The front matter of a stored document as JSON, cached; null without readable front matter. */
  async frontMatterOf(workspaceId: string, document: StoredText): Promise<Outline['frontMatter']> {
    return mayHaveFrontMatter(document.text) ? ((await this.headOf(workspaceId, document))?.frontMatter ?? null) : null;
  }

  /** Why the front matter of a stored document cannot be read; null if it can be read or there is none. */
  async problemOf(workspaceId: string, document: StoredText): Promise<Outline['problem']> {
    return mayHaveFrontMatter(document.text) ? ((await this.headOf(workspaceId, document))?.problem ?? null) : null;
  }

  private async headOf(workspaceId: string, { path, text, blob }: StoredText): Promise<Head | null> {
    const key = `${workspaceId} ${blob} ${path}`;
    const known = this.heads.get(key);
    if (known !== undefined) {
      return known;
    }
    const [outline = null] = await this.of(workspaceId, [{ path, text: headOfText(text) }]).catch(unlessRefused);
    if (outline !== null) {
      const { title, frontMatter, problem } = outline;
      this.heads.set(key, { title, frontMatter, problem });
    }
    return outline;
  }

  private async read(
    workspaceId: string,
    batch: readonly OutlinedText[],
    found: Map<OutlinedText, Outline>,
  ): Promise<boolean> {
    const outcome = await this.isolated('outlines', batch, workspaceId);
    const outlines = 'answer' in outcome ? outcome.answer : [];
    for (const [index, outline] of outlines.entries()) {
      found.set(batch[index] as OutlinedText, outline);
    }
    return 'answer' in outcome;
  }
}

/** If the isolated processes are overloaded, documents are returned without front matter instead of an error. */
function unlessRefused(error: unknown): [] {
  if (error instanceof ServiceError) {
    return [];
  }
  throw error;
}
