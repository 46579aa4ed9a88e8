import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Hint, sayDone, sayUndoable } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { ConfirmDialog, FormDialog } from '../../components/dialogs.js';
import { useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';

type Content = CallAnswer<'documents.read'>;

/** Creates a document from a title and a folder, or at a given path, and opens it in the editor. */
export function NewDocumentDialog(props: { folder: string; repos: readonly string[]; onClose: () => void }) {
  const { repos, onClose } = props;
  const { setSearch } = useFilters();
  const [title, setTitle] = useState('');
  const [folder, setFolder] = useState(props.folder);
  const [typed, setTyped] = useState<string>();
  const path = typed ?? pathFrom(folder, title);
  const write = useChange('documents.write', ['repos', 'settings']);
  return (
    <FormDialog
      title={textOf('New document')}
      action={textOf('Create document')}
      onClose={onClose}
      submit={async (values) => {
        const named = withEnding(values.text('path').trim());
        if (!/^[^/]+\/[^/]/.test(named)) throw new Error(textOf('Choose a folder. It starts with a repo.'));
        const heading = title.trim() || named.slice(named.lastIndexOf('/') + 1).replace(/\.md$/, '');
        await write.mutateAsync({ body: { path: named, text: `# ${heading}\n`, base: null } });
        setSearch({ new: undefined, path: named, view: 'edit', q: undefined, version: undefined });
      }}
    >
      {(errors) => (
        <>
          <TextInput
            label={textOf('Title')}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
          <TextInput
            label={textOf('Folder')}
            description={textOf('Starts with the repo; missing folders are created')}
            list="repos-of-workspace"
            value={folder}
            onChange={({ currentTarget }) => setFolder(currentTarget.value)}
            autoComplete="off"
          />
          <Choices id="repos-of-workspace" values={repos} />
          <TextInput
            name="path"
            label={textOf('Path')}
            description={textOf('Filled in from the title and folder; you can change it')}
            classNames={{ input: 'mono' }}
            value={path}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={errors.path}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  );
}

/** The path of a new document with this title, such as `handbook/price-list.md`. */
function pathFrom(folder: string, title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return folder === '' ? '' : `${folder.replace(/\/+$/, '')}/${name === '' ? '' : `${name}.md`}`;
}

/** Adds the Markdown extension to a path without an extension. */
function withEnding(path: string): string {
  return /[^/.][^/]*\.[^/]+$|\/$/.test(path) ? path : `${path}.md`;
}

/** Creates a repo. */
export function RepoDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('repos.create', ['documents']);
  return (
    <FormDialog
      title={textOf('New repo')}
      action={textOf('Create repo')}
      onClose={onClose}
      submit={async (values) => {
        const description = values.text('description').trim();
        const body = { name: values.text('name').trim(), ...(description === '' ? {} : { description }) };
        await create.mutateAsync({ body });
        sayDone(textOf('The repo {name} was created.', { name: body.name }));
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput
            name="name"
            label={textOf('Name')}
            description={textOf('a-z, 0-9, - and _')}
            error={errors.name}
            data-autofocus
          />
          <TextInput name="description" label={textOf('Description')} error={errors.description} />
        </>
      )}
    </FormDialog>
  );
}

/** Moves a document to another path, with its history. */
export function MoveDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { setSearch } = useFilters();
  const move = useChange('documents.move', ['settings']);
  return (
    <FormDialog
      title={textOf('Move or rename')}
      action={textOf('Move')}
      onClose={onClose}
      submit={async (values) => {
        const to = values.text('to').trim();
        await move.mutateAsync({ body: { from: content.path, to, base: content.blob } });
        onClose();
        setSearch({ path: to });
      }}
    >
      {(errors) => (
        <>
          <TextInput
            name="to"
            label={textOf('New path')}
            defaultValue={content.path}
            error={errors.to}
            data-autofocus
          />
          <Hint>{textOf('Who can read it is decided by the new path.')}</Hint>
        </>
      )}
    </FormDialog>
  );
}

/** Deletes a document. Its versions are kept, and it can be restored at once. */
export function DeleteDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { setSearch } = useFilters();
  const remove = useChange('documents.delete', ['repos', 'settings']);
  const restore = useChange('documents.restore', ['repos', 'settings']);
  const navigate = useNavigate();
  const { path, version } = content;
  return (
    <ConfirmDialog
      title={textOf('Delete {name}?', { name: content.title })}
      action={textOf('Delete document')}
      onClose={onClose}
      confirm={async () => {
        await remove.mutateAsync({ query: { path, base: content.blob } });
        setSearch({ path: undefined });
        sayUndoable(textOf('The document was deleted.'), async () => {
          await restore.mutateAsync({ body: { path, version, base: null } });
          sayDone(textOf('{name} was restored.', { name: path }));
          await navigate({ to: '/documents', search: { path } as never });
        });
      }}
    >
      {nodesOf('Nobody can read it. Its versions stay and can be restored under {path}.', {
        path: <code>{path}</code>,
      })}
    </ConfirmDialog>
  );
}
