import { ActionIcon, Anchor, Box, Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { inWords, Loaded, Note, When } from '../../components/basics.js';
import partClasses from '../../components/components.module.css';
import { Icon } from '../../components/icon.js';
import { nodesOf, textOf } from '../../text.js';
import { Contents } from './contents.js';
import { DeleteDialog, MoveDialog } from './dialogs.js';
import { DocumentBar } from './document-bar.js';
import { DocumentLinks } from './document-links.js';
import classes from './documents.module.css';
import { RenderedHtml, reasonNames } from './html.js';
import { blamedVersionsQuery, blameQuery, contentQuery, renderedQuery } from './queries.js';
import { Unopened } from './unopened.js';

type Content = CallAnswer<'documents.read'>;

/** Shows one document in the form that its readers see, with its actions. */
export function Reader({ path, version }: { path: string; version: string | undefined }) {
  const content = useQuery(contentQuery(path, version));
  const [blame, setBlame] = useState(false);
  if (content.isError && content.data === undefined) {
    return (
      <Unopened path={path} error={content.error}>
        <Loaded query={content}>{() => null}</Loaded>
      </Unopened>
    );
  }
  return (
    <Loaded query={content} lines={6}>
      {(data) => (
        <section className={classes.document} aria-label={data.title}>
          <ReaderBar content={data} version={version} blame={blame} onBlame={() => setBlame(!blame)} />
          <Box pt="1.5rem">
            {blame ? <BlameView path={path} text={data.text ?? ''} /> : <Body content={data} version={version} />}
          </Box>
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
      {({ html, reason, toc }) =>
        html === null ? (
          <Unrendered text={content.text ?? ''} reason={reason} toc={toc} />
        ) : (
          <div className={classes.read}>
            <div>
              {reason === 'pending' && (
                <Pending>{textOf('This page has just changed. You see it as it was before.')}</Pending>
              )}
              <RenderedHtml html={html} />
            </div>
            <Contents toc={toc} />
          </div>
        )
      }
    </Loaded>
  );
}

function Pending({ children }: { children: string }) {
  return (
    <Note mb="sm" role="status">
      {children}
    </Note>
  );
}

/** Shown for a document without HTML: its headings until it is rendered, or its text if a limit prevents rendering. */
function Unrendered({
  text,
  reason,
  toc,
}: { text: string } & Pick<CallAnswer<'documents.rendered'>, 'reason' | 'toc'>) {
  if (reason === 'pending') {
    return (
      <>
        <Pending>{textOf('This page is being prepared.')}</Pending>
        {toc.map((heading) => (
          <Text key={heading.id} fw={heading.level < 3 ? 600 : 400} mb="xs">
            {heading.text}
          </Text>
        ))}
      </>
    );
  }
  return (
    <>
      {reason !== undefined && (
        <Note mb="sm">{textOf('Shown as text: {reason} to be rendered.', { reason: reasonNames[reason] ?? '' })}</Note>
      )}
      <pre className={partClasses.code}>{text}</pre>
    </>
  );
}

function File({ content }: { content: Content }) {
  const address = `/raw/${content.path.split('/').map(encodeURIComponent).join('/')}`;
  return content.media_type.startsWith('image/') ? (
    <img src={address} alt={content.title} style={{ maxWidth: '100%' }} />
  ) : (
    <Anchor href={address} download>
      {textOf('Download {name}', { name: content.title })}
    </Anchor>
  );
}

/** The lines of a document, each with its last author and date. */
function BlameView({ path, text }: { path: string; text: string }) {
  const blame = useQuery(blameQuery(path));
  const history = useQuery(blamedVersionsQuery(path));
  const versions = new Map(history.data?.versions.map((version) => [version.id, version]));
  return (
    <Loaded query={blame}>
      {({ lines }) => (
        <table className={classes.lines} aria-label={textOf('Who wrote which line')}>
          <tbody>
            {pieces(lines, text).map(({ first, version, content }) => {
              const written = versions.get(version);
              return (
                <tr key={first}>
                  <th scope="row">{written === undefined ? '' : `${written.by}, ${inWords(written.at)}`}</th>
                  <td>
                    <pre>{content}</pre>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Loaded>
  );
}

/** Splits the text into groups of adjacent lines from the same version. */
function pieces(blamed: CallAnswer<'documents.blame'>['lines'], text: string) {
  const lines = text.split('\n');
  let first = 0;
  return blamed.map(({ version, count }) => {
    const content = lines.slice(first, first + count).join('\n');
    first += count;
    return { first, version, content };
  });
}

interface BarProps {
  readonly content: Content;
  readonly version: string | undefined;
  readonly blame: boolean;
  readonly onBlame: () => void;
}

/**
 * A line about the open document: whether it is the newest version, and its actions. It stays visible while scrolling.
 */
function ReaderBar({ content, version, blame, onBlame }: BarProps) {
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
