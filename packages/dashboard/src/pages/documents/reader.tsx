import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { useSession } from '../../app/session.js';
import { isRefusal } from '../../data/api.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded } from '../../parts/notices.js';
import { Panel } from '../../parts/page.js';
import partClasses from '../../parts/parts.module.css';
import { When } from '../../parts/when.js';
import { BlameView } from './blame.js';
import { DeleteDialog, MoveDialog } from './dialogs.js';
import classes from './documents.module.css';
import { RenderedHtml } from './html.js';
import { contentQuery, renderedQuery } from './queries.js';

type Content = CallAnswer<'documents.read'>;

/** One document as its readers see it, with what can be done to it. */
export function Reader({ path, version }: { path: string; version: string | undefined }) {
  const content = useQuery(contentQuery(path, version));
  const [blame, setBlame] = useState(false);
  if (isRefusal(content.error, 'document_not_found')) {
    return (
      <Panel>
        <Empty icon="document" title="There is no such document">
          It may have been moved or deleted, or you do not have access.
        </Empty>
      </Panel>
    );
  }
  return (
    <Loaded query={content} lines={6}>
      {(data) => (
        <section className={classes.document} aria-label={data.title}>
          <Bar content={data} version={version} blame={blame} onBlame={() => setBlame(!blame)} />
          {blame ? <BlameView path={path} text={data.text ?? ''} /> : <Body content={data} version={version} />}
        </section>
      )}
    </Loaded>
  );
}

function Body({ content, version }: { content: Content; version: string | undefined }) {
  const rendered = useQuery(renderedQuery(content.path, version));
  if (content.text === null) {
    return <File content={content} />;
  }
  return (
    <Loaded query={rendered} lines={6}>
      {({ html, reason }) =>
        html === null ? (
          <>
            {reason !== undefined && (
              <Text size="sm" c="dimmed" mb="sm">
                Shown as text: {reason.replace('_', ' ')} to be rendered.
              </Text>
            )}
            <pre className={partClasses.code}>{content.text}</pre>
          </>
        ) : (
          <RenderedHtml html={html} />
        )
      }
    </Loaded>
  );
}

function File({ content }: { content: Content }) {
  const address = `/raw/${content.path.split('/').map(encodeURIComponent).join('/')}`;
  return content.media_type.startsWith('image/') ? (
    <img src={address} alt={content.title} className={classes.image} />
  ) : (
    <Anchor href={address} download>
      Download {content.title}
    </Anchor>
  );
}

function Bar(props: { content: Content; version: string | undefined; blame: boolean; onBlame: () => void }) {
  const { content, version, blame, onBlame } = props;
  const { setSearch } = useFilters();
  const { isAdmin } = useSession();
  const [dialog, setDialog] = useState<'move' | 'delete'>();
  const close = (): void => setDialog(undefined);
  return (
    <header className={classes.bar}>
      <div>
        <Text size="sm" className="mono">
          {content.path}
        </Text>
        <Text size="xs" c="dimmed">
          {version === undefined ? 'Changed ' : 'An earlier version, from '}
          <When at={content.updated_at} /> by {content.updated_by}
        </Text>
      </div>
      <Group gap="xs">
        {content.can_write && content.text !== null && version === undefined && (
          <Button size="xs" leftSection={<Icon name="edit" size={14} />} onClick={() => setSearch({ view: 'edit' })}>
            Edit
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="history" size={14} />}
          onClick={() => setSearch({ view: 'history', version: undefined })}
        >
          History
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<Icon name="down" size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {content.text !== null && (
              <Menu.Item onClick={onBlame}>{blame ? 'Show as it is read' : 'Who wrote which line'}</Menu.Item>
            )}
            {isAdmin && (
              <Menu.Item component={Link} to={`/explain?path=${encodeURIComponent(content.path)}`}>
                Who can read it
              </Menu.Item>
            )}
            <Menu.Item component="a" href={`/d/${content.path.split('/').map(encodeURIComponent).join('/')}`}>
              Open the reading page
            </Menu.Item>
            {content.can_write && <Menu.Item onClick={() => setDialog('move')}>Move or rename</Menu.Item>}
            {content.can_write && (
              <Menu.Item color="red" onClick={() => setDialog('delete')}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {dialog === 'move' && <MoveDialog content={content} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog content={content} onClose={close} />}
    </header>
  );
}
