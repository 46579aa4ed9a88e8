import { useEffect, useRef, useState } from 'react';
import { sayDone, sayFailed, sayUndoable } from '../../components/basics.js';
import { api, isRefusal, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { kindOf } from './columns.js';
import type { Field } from './field-input.js';
import type { Collection } from './queries.js';
import type { RowRecord } from './record-pages.js';
import { nameFieldOf } from './values.js';

/** Edits of single fields, which a person can undo. */
export interface RecordEdits {
  /** Whether the caller can change records. */
  readonly isAllowed: boolean;
  /** The field of a record with the value that it has or, while that is being saved, will have. */
  fieldOf(record: RowRecord, name: string): Field;
  save(record: RowRecord, name: string, value: unknown): void;
  /** Creates a record. Refuses an id that exists. */
  create(id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Saves edits, which `Ctrl Z` undoes, the last one first. */
export function useRecordEdits(collection: Collection): RecordEdits {
  const { name, fields, operations } = collection;
  const [saving, setSaving] = useState<ReadonlyMap<string, unknown>>(new Map());
  const remove = useChange('collections.delete_record');
  const { put, inTurn } = useWriter(collection);
  const undos = useUndoKey();
  const save = (record: RowRecord, field: string, value: unknown): void => {
    const id = record.external_id;
    const key = `${field} ${id}`;
    const former = valueIn(record, field);
    setSaving((before) => new Map(before).set(key, value));
    const task = async (): Promise<void> => {
      const seen = record.version ?? (await api().call('collections.get_record', { params: { name, id } })).version;
      const version = await put(id, { [field]: value }, seen);
      const said = textOf('{field} saved.', { field });
      if (!isExact(former)) return sayDone(said);
      const restore = async () => void (await put(id, { [field]: former ?? null }, version));
      undos.add(sayUndoable(said, () => inTurn(restore)));
    };
    void inTurn(task).finally(() =>
      setSaving((before) => new Map([...before].filter(([each, current]) => each !== key || current !== value))),
    );
  };
  return {
    isAllowed: operations.includes('upsert_records') && !collection.append_only,
    fieldOf: (record, field) => {
      const key = `${field} ${record.external_id}`;
      const described = fields.find((each) => each.name === field);
      const choices = described?.values?.map(({ value }) => value);
      const value = saving.has(key) ? saving.get(key) : valueIn(record, field);
      return { name: field, kind: kindOf(described), value, choices };
    },
    save,
    create: async (id, values) => {
      if (await exists(name, id)) throw new Error(textOf('There is a record {id} already.', { id }));
      await put(id, values);
      const said = textOf('Record {id} created.', { id });
      const undo = () => remove.mutateAsync({ params: { name, id } });
      if (operations.includes('delete_record')) undos.add(sayUndoable(said, undo));
      else sayDone(said);
    },
  };
}

/** Writes fields of one record after another, and refuses those of a record that has changed since a version. */
function useWriter({ name, id_field: idField }: Collection) {
  const write = useChange('collections.upsert_records');
  const queue = useRef(Promise.resolve());
  // Versions that own edits have replaced, with the versions after them. Several edits can wait for one row.
  const next = useRef(new Map<string, string>());
  const put = async (id: string, changed: Readonly<Record<string, unknown>>, version?: string) => {
    let expected = version;
    for (let after = expected; after !== undefined; after = next.current.get(`${id} ${after}`)) expected = after;
    const { results } = await write.mutateAsync({
      params: { name },
      body: {
        records: [{ [idField]: id, ...changed }],
        mode: 'merge',
        ...(expected === undefined ? {} : { expect: { [id]: expected } }),
      },
    });
    const [result] = results;
    if (result === undefined || 'error' in result) {
      throw new Error(
        result?.error === 'version_mismatch'
          ? textOf('Someone has changed this record since you saw it. Look at it and repeat your change.')
          : `${result?.message ?? textOf('The record was refused.')} ${result?.hint ?? ''}`,
      );
    }
    const { version: written } = result;
    if (written !== undefined && expected !== undefined && written !== expected) {
      next.current.set(`${id} ${expected}`, written);
    }
    return written;
  };
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    queue.current = queue.current.then(task).catch(sayFailed);
    return queue.current;
  };
  return { put, inTurn };
}

/** The name of a record, or its id if it has none. */
export function nameOfRecord({ external_id: id, attributes }: Pick<RowRecord, 'external_id' | 'attributes'>): string {
  const field = nameFieldOf(Object.keys(attributes));
  const value = field === undefined ? undefined : attributes[field];
  return typeof value === 'string' && value.trim() !== '' ? value : id;
}

function valueIn({ attributes }: RowRecord, field: string): unknown {
  return new Map(Object.entries(attributes)).get(field);
}

/** Whether a value can be written back as it was. The browser cannot represent numbers of more than 15 digits. */
function isExact(value: unknown): boolean {
  return typeof value === 'string' || !/\d{16}/.test(JSON.stringify(value) ?? '');
}

async function exists(name: string, id: string): Promise<boolean> {
  try {
    await api().call('collections.get_record', { params: { name, id } });
    return true;
  } catch (error) {
    if (isRefusal(error, 'record_not_found')) return false;
    throw error;
  }
}

/** Undoes the last of the added actions that is not undone yet when a person presses `Ctrl Z` outside of an input. */
function useUndoKey() {
  const undos = useRef<(() => boolean)[]>([]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      if (!isUndo || isTyping || undos.current.length === 0) return;
      event.preventDefault();
      while (undos.current.length > 0 && undos.current.pop()?.() !== true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { add: (undo: () => boolean) => undos.current.push(undo) };
}
