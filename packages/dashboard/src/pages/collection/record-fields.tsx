import { Anchor, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import { type After, FieldInput } from './field-input.js';
import type { Collection } from './queries.js';
import type { RecordEdits } from './record-edits.js';
import type { StoredRecord } from './record-pages.js';
import { Value } from './value.js';
import { isLink } from './values.js';

/** The fields of a record in the order of the collection. Each is edited in its place. */
export function RecordFields(props: { record: StoredRecord; edits: RecordEdits; collection: Collection }) {
  const { record, edits, collection } = props;
  const [editing, setEditing] = useState<string>();
  const own = Object.keys(record.attributes);
  const known = collection.exposed_fields.filter((name) => edits.isAllowed || own.includes(name));
  const names = [...known, ...own.filter((name) => !known.includes(name))];
  const done = (name: string, after: After | 'cancel'): void => {
    const step = after === 'right' ? 1 : after === 'left' ? -1 : 0;
    setEditing(step === 0 ? undefined : names[names.indexOf(name) + step]);
  };
  return (
    <dl className={classes.fields}>
      {names.map((name) => {
        const field = edits.fieldOf(record, name);
        const shown = <Value value={field.value} kind={field.kind} isText />;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">
              {editing === name ? (
                <FieldInput
                  field={field}
                  onDone={(after, typed) => {
                    if (typed !== undefined) edits.save(record, name, typed.value);
                    done(name, after);
                  }}
                />
              ) : edits.isAllowed ? (
                <UnstyledButton className={classes.fieldValue} onClick={() => setEditing(name)}>
                  <VisuallyHidden>{textOf('Edit {name}:', { name })} </VisuallyHidden>
                  {shown}
                </UnstyledButton>
              ) : (
                shown
              )}
              {isLink(field.value) && editing !== name && (
                <Anchor
                  href={field.value}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={textOf('Open {name}', { name })}
                >
                  <Icon name="link" size={14} />
                </Anchor>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
