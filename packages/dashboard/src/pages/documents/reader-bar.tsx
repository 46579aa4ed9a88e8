import { ActionIcon, Button, Menu } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { nodesOf, textOf } from '../../text.js';
import { DeleteDialog, MoveDialog } from './dialogs.js';
import { DocumentBar } from './document-bar.js';
import { DocumentLinks } from './document-links.js';

type Content = CallAnswer<'documents.read'>;

interface BarProps {
  readonly content: Content;
  readonly version: string | undefined;
  readonly blame: boolean;
  readonly onBlame: () => void;
}

/**
 * A line about the open document: whether it is the newest version, and its actions. It stays visible while scrolling.
 */
export function ReaderBar({ content, version, blame, onBlame }: BarProps) {
  const { setSearch } = useFilters();
  const { isAdmin } = useSession();
  const saved = { time: <When at={content.updated_at} />, name: content.updated_by };
  return (
    <DocumentBar
      path={content.path}
      title={content.title}
      state={
        version === undefined
          ? nodesOf('Saved {time} by {name}', saved)
          : nodesOf('An earlier version, from {time} by {name}', saved)
      }
    >
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="history" size={14} />}
        onClick={() => setSearch({ view: 'history', version: undefined })}
      >
        {textOf('History')}
      </Button>
      <DocumentLinks path={content.path} />
      {isAdmin && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="share" size={14} />}
          onClick={() => setSearch({ view: 'access', version: undefined })}
        >
          {textOf('Share')}
        </Button>
      )}
      {content.can_write && content.text !== null && version === undefined && (
        <Button size="xs" leftSection={<Icon name="edit" size={14} />} onClick={() => setSearch({ view: 'edit' })}>
          {textOf('Edit')}
        </Button>
      )}
      <MoreMenu content={content} blame={blame} onBlame={onBlame} />
    </DocumentBar>
  );
}

function MoreMenu({ content, blame, onBlame }: Omit<BarProps, 'version'>) {
  const [dialog, setDialog] = useState<'move' | 'delete'>();
  const close = (): void => setDialog(undefined);
  if (content.text === null && !content.can_write) {
    return null;
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label={textOf('More')}>
            <Icon name="dots" size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {content.text !== null && (
            <Menu.Item onClick={onBlame}>
              {blame ? textOf('Show as it is read') : textOf('Who wrote which line')}
            </Menu.Item>
          )}
          {content.can_write && <Menu.Item onClick={() => setDialog('move')}>{textOf('Move or rename')}</Menu.Item>}
          {content.can_write && (
            <Menu.Item color="red" onClick={() => setDialog('delete')}>
              {textOf('Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'move' && <MoveDialog content={content} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog content={content} onClose={close} />}
    </>
  );
}
