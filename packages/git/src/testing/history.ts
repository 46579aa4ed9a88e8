import {
  decodeTree,
  encodeCommit,
  encodeTree,
  hashObject,
  type ObjectKind,
  type TreeEntry,
} from '../objects/objects.js';
import { ReceivedObjects } from '../pack/received.js';
import type { StoredObjects } from '../push/stored.js';
import { MemoryFile } from './memory-file.js';
import { type HandMadeEntry, packOf } from './packs.js';

/** The files of a folder in a generated history. A value is the text of a file, or a nested folder. */
export interface Files {
  readonly [name: string]: string | Files;
}

const author = { name: 'Ada', email: 'ada@example.com', atSeconds: 1, offsetMinutes: 0 };

/** The objects of a generated history. They are not stored in a repo. */
export class TestHistory {
  readonly objects = new Map<string, { readonly kind: ObjectKind; readonly content: Buffer }>();

  /** Adds an object and returns its id. */
  add(kind: ObjectKind, content: Buffer): string {
    const id = hashObject(kind, content).toString('hex');
    this.objects.set(id, { kind, content });
    return id;
  }

  /** Adds a folder with its content and returns its id. */
  tree(files: Files): string {
    const entries = Object.entries(files).map(([name, value]): TreeEntry => {
      const isText = typeof value === 'string';
      const id = isText ? this.add('blob', Buffer.from(value)) : this.tree(value);
      return { mode: isText ? '100644' : '40000', name, oid: Buffer.from(id, 'hex') };
    });
    return this.add('tree', encodeTree(entries));
  }

  /** Adds a commit of these files, or of the folder with this id. */
  commit(files: Files | string, ...parents: string[]): string {
    const tree = Buffer.from(typeof files === 'string' ? files : this.tree(files), 'hex');
    const message = `Commit ${this.objects.size}`;
    const parentIds = parents.map((parent) => Buffer.from(parent, 'hex'));
    return this.add('commit', encodeCommit({ tree, parents: parentIds, author, committer: author, message }));
  }

  /** The objects in the form in which a push receives them, except those of `without`. */
  received(without?: TestHistory): ReceivedObjects {
    const received = new ReceivedObjects(new MemoryFile());
    for (const [id, { kind, content }] of this.objects) {
      if (without?.objects.has(id) !== true) {
        received.add(kind, content);
      }
    }
    return received;
  }

  /** All objects as a pack. */
  pack(): Buffer {
    return packOf([...this.objects.values()].map(({ kind, content }): HandMadeEntry => ({ type: kind, content })));
  }

  /** A repo that contains the current objects. `revisions` maps commits to their revisions. */
  stored(revisions: Readonly<Record<string, number>> = {}): StoredObjects {
    const objects = new Map(this.objects);
    const of = (ids: readonly string[], kind?: ObjectKind) =>
      ids.flatMap((id) => {
        const object = objects.get(id);
        return object === undefined || (kind !== undefined && object.kind !== kind) ? [] : [{ id, ...object }];
      });
    return {
      commits: async (ids) => new Map(of(ids, 'commit').map(({ id }) => [id, revisions[id] ?? 0])),
      kinds: async (ids) => new Map(of(ids).map(({ id, kind }) => [id, kind])),
      trees: async (ids) => new Map(of(ids, 'tree').map(({ id, content }) => [id, decodeTree(content)])),
      contents: async function* (ids) {
        yield* of(ids).map(({ id, kind, content }) => {
          return { oid: Buffer.from(id, 'hex'), kind, size: content.length, pieces: [content] };
        });
      },
    };
  }
}
