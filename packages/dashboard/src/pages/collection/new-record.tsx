import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../../components/basics.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import type { Collection } from './queries.js';
import type { RecordEdits } from './record-edits.js';
import { SidePanel } from './record-panel.js';
import { typedValue } from './values.js';

/** The panel of a record that is being created. Fields without text are left out. */
export function NewRecord(props: {
  collection: Collection;
  edits: RecordEdits;
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const { collection, edits, onClose, onCreated } = props;
  const { id_field: idField, required_fields: required } = collection;
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const names = collection.exposed_fields.filter((name) => name !== idField);
  const empty = { external_id: '', attributes: {} };
  const create = async (form: FormData): Promise<void> => {
    const typedIn = (name: string): string => String(form.get(`field ${name}`) ?? '').trim();
    const typed = names
      .filter((name) => typedIn(name) !== '')
      .map((name) => [name, typedValue(typedIn(name), undefined, edits.fieldOf(empty, name).kind)] as const);
    const refused = typed.flatMap(([name, value]) => ('problem' in value ? [[name, value.problem] as const] : []));
    setProblems(Object.fromEntries(refused));
    if (refused.length > 0) return;
    const id = typedIn(idField);
    const fields = typed.map(([name, value]) => [name, 'value' in value ? value.value : undefined] as const);
    await edits.create(id, Object.fromEntries(fields));
    onCreated(id);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    create(new FormData(event.currentTarget))
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return (
    <SidePanel label={textOf('New record')} title={textOf('New record')} onClose={onClose}>
      <form className={classes.panelBody} onSubmit={onSubmit}>
        {error !== undefined && <Refusal error={error} />}
        {[idField, ...names].map((name) => (
          <TextInput
            key={name}
            mb="sm"
            label={name}
            name={`field ${name}`}
            dir="auto"
            autoComplete="off"
            required={name === idField || required.includes(name)}
            error={problems[name]}
            autoFocus={name === idField}
          />
        ))}
        <Button type="submit" loading={isBusy}>
          {textOf('Create record')}
        </Button>
      </form>
    </SidePanel>
  );
}
