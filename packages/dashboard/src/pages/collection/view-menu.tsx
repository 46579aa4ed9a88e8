import { Button, Checkbox, Menu, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { sayDone, sayFailed } from '../../components/basics.js';
import { FormDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Collection, viewsQuery } from './queries.js';
import { contentOf, newViewId, type SavedView, showsOf } from './views.js';

/** Saved views of a collection, one's own and the shared ones. A link shares what is shown at the moment. */
export function ViewMenu({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const { isAdmin, canWrite } = useSession();
  const { name } = collection;
  const { data, error } = useQuery(viewsQuery(name));
  const remove = useChange('collections.delete_view');
  // `new` opens the form of a new view.
  const [editing, setEditing] = useState<SavedView | 'new'>();
  const views = data?.views ?? [];
  const current = views.find(({ id }) => id === search.view);
  const mayChange = current !== undefined && (current.own || (isAdmin && canWrite));
  const apply = (view: SavedView): void => setSearch({ ...showsOf(view), view: view.id });
  const discard = async (view: SavedView): Promise<void> => {
    await remove.mutateAsync({ params: { name, id: view.id } });
    setSearch({ view: undefined });
    sayDone(textOf('The view {name} is deleted.', view));
  };
  const copyLink = (): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('record');
    navigator.clipboard.writeText(url.href).then(() => sayDone(textOf('The link is copied.')), sayFailed);
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="eye" size={14} />}
            title={current === undefined ? textOf('Views') : textOf('View: {name}', { name: current.name })}
          >
            <span className="ellipsis" style={{ maxWidth: '9rem' }}>
              {current?.name ?? textOf('Views')}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="min(70vh, 30rem)" style={{ overflow: 'hidden auto', overflowWrap: 'anywhere' }}>
          <Menu.Item
            onClick={() => setSearch({ filter: undefined, order: undefined, find: undefined, view: undefined })}
          >
            {textOf('All records')}
          </Menu.Item>
          {error !== null && <Menu.Label>{textOf('The views cannot be loaded.')}</Menu.Label>}
          <ViewItems label={textOf('Mine')} views={views.filter(({ own }) => own)} current={current} onChoose={apply} />
          <ViewItems
            label={textOf('Shared')}
            views={views.filter(({ own }) => !own)}
            current={current}
            onChoose={apply}
          />
          <Menu.Divider />
          <Menu.Item onClick={() => setEditing('new')}>{textOf('Save this view…')}</Menu.Item>
          <Menu.Item onClick={copyLink}>{textOf('Copy a link to share it')}</Menu.Item>
          {mayChange && (
            <Menu.Item onClick={() => setEditing(current)}>
              {textOf('Change {name}…', { name: current.name })}
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item color="red" onClick={() => void discard(current).catch(sayFailed)}>
              {textOf('Delete {name}', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {editing !== undefined && (
        <ViewDialog
          collection={collection}
          view={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function ViewItems(props: {
  label: string;
  views: readonly SavedView[];
  current: SavedView | undefined;
  onChoose: (view: SavedView) => void;
}) {
  const { label, views, current, onChoose } = props;
  return (
    views.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {views.map((view) => {
          const isShown = showsOf(view) !== undefined;
          const about = view.own
            ? view.shared
              ? textOf('Shared by you')
              : undefined
            : textOf('Shared by {name}', { name: view.by });
          return (
            <Menu.Item
              key={view.id}
              disabled={!isShown}
              title={isShown ? about : textOf('Its filter can be used through the API only')}
              leftSection={view === current ? <Icon name="check" size={14} /> : undefined}
              onClick={() => onChoose(view)}
            >
              {view.name}
              {view.own && view.shared && <span className="soft"> · {textOf('shared')}</span>}
            </Menu.Item>
          );
        })}
      </>
    )
  );
}

/** Saves what the page shows as a new view, or in place of one. */
function ViewDialog(props: { collection: Collection; view: SavedView | undefined; onClose: () => void }) {
  const { collection, view, onClose } = props;
  const { search, setSearch } = useFilters();
  const { canWrite } = useSession();
  const put = useChange('collections.put_view');
  const { filter, order, find } = search;
  const content = contentOf({ filter, order, find }, collection.filterable_fields);
  return (
    <FormDialog
      title={view === undefined ? textOf('Save this view') : textOf('Change {name}', { name: view.name })}
      action={textOf('Save')}
      onClose={onClose}
      submit={async (values) => {
        const params = { name: collection.name, id: view?.id ?? newViewId() };
        const body = { ...content, name: values.text('name').trim(), shared: values.has('shared') };
        const saved = await put.mutateAsync({ params, body });
        setSearch({ view: saved.id });
        onClose();
      }}
    >
      {(fields) => (
        <>
          <TextInput
            name="name"
            label={textOf('Name')}
            required
            maxLength={100}
            defaultValue={view?.name}
            error={fields.name}
            description={textOf('Keeps the search, the filter and the order that the page shows.')}
          />
          {canWrite && (
            <Checkbox
              name="shared"
              label={textOf('Share it')}
              defaultChecked={view?.shared}
              description={textOf('Everyone who reads this collection sees the view, with its name and filter.')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
