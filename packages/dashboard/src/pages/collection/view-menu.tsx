import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { useSession } from '../../app/session.js';
import { FormDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import type { Collection } from './queries.js';
import { keepViews, readViews, type View } from './views.js';

/** The views of a collection that a person has saved: search, filter and order under a name. A link shares one. */
export function ViewMenu({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const { me, workspace } = useSession();
  const storageKey = [me.email ?? me.id, workspace.id, collection.id].join('/');
  const [views, setViews] = useState<readonly View[]>(() => readViews(storageKey));
  const [isSaving, setSaving] = useState(false);
  const change = (changed: readonly View[]): void => {
    keepViews(storageKey, changed);
    setViews(changed);
  };
  const { filter, order, find } = search;
  const current = { filter, order, find };
  const copyLink = (): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('record');
    navigator.clipboard.writeText(url.href).then(() => sayDone('The link is copied.'), sayFailed);
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<Icon name="eye" size={14} />} title="Views">
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSearch({ filter: undefined, order: undefined, find: undefined })}>
            All records
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => setSearch({ ...view.shows })}>
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>Save this view…</Menu.Item>
          <Menu.Item onClick={copyLink}>Copy a link to share it</Menu.Item>
          {views.some(({ shows }) => isSame(shows, current)) && (
            <Menu.Item color="red" onClick={() => change(views.filter(({ shows }) => !isSame(shows, current)))}>
              Delete this view
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <FormDialog
          title="Save this view"
          action="Save"
          onClose={() => setSaving(false)}
          submit={async (values) => {
            const name = values.text('name').trim();
            change([...views.filter((view) => view.name !== name), { name, shows: current }]);
            setSaving(false);
          }}
        >
          {() => (
            <TextInput
              name="name"
              label="Name"
              required
              maxLength={60}
              description="Keeps the search, the filter and the order for you, in this browser."
            />
          )}
        </FormDialog>
      )}
    </>
  );
}

function isSame(first: View['shows'], second: View['shows']): boolean {
  return first.filter === second.filter && first.order === second.order && first.find === second.find;
}
