import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import partClasses from '../../components/components.module.css';
import { Loaded } from '../../components/notices.js';
import { Note } from '../../components/words.js';
import { textOf } from '../../text.js';
import { BlameView } from './blame.js';
import { Contents } from './contents.js';
import classes from './documents.module.css';
import { RenderedHtml, reasonNames } from './html.js';
import { contentQuery, renderedQuery } from './queries.js';
import { ReaderBar } from './reader-bar.js';
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
          <div className={classes.body}>
            {blame ? <BlameView path={path} text={data.text ?? ''} /> : <Body content={data} version={version} />}
          </div>
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
    <img src={address} alt={content.title} className={classes.image} />
  ) : (
    <Anchor href={address} download>
      {textOf('Download {name}', { name: content.title })}
    </Anchor>
  );
}
