import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useRef } from 'react';
import { Loaded, Note } from '../../../components/basics.js';
import { Icon } from '../../../components/icon.js';
import { textOf } from '../../../text.js';
import { RenderedHtml, reasonNames } from '../html.js';
import { previewQuery } from '../queries.js';

/** Problems of the text, such as broken links, that its readers would notice. */
function Problems({ warnings, links }: ProblemsProps) {
  if (warnings.length + links.length === 0) {
    return null;
  }
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} mb="sm" p="sm" title={textOf('To fix')}>
      {warnings.map(({ line, column, message }) => (
        <Text key={`${line}:${column}`} size="sm">
          {textOf('Line {line}, column {column}: {message}. It is shown as text.', { line, column, message })}
        </Text>
      ))}
      {[...new Map(links.map((link) => [`${link.line}:${link.target}`, link]))].map(([key, { line, target }]) => (
        <Text key={key} size="sm">
          {line === null
            ? textOf('{target} leads to no page that you can read.', { target })
            : textOf('Line {line}: {target} leads to no page that you can read.', { line, target })}
        </Text>
      ))}
    </Alert>
  );
}

interface ProblemsProps {
  readonly warnings: CallAnswer<'documents.render'>['warnings'];
  readonly links: CallAnswer<'documents.render'>['dead_links'];
}

/** What readers will see of the text, and what is wrong with it. */
export function Preview({ path, text }: { path: string; text: string }) {
  const [settled] = useDebouncedValue(text, 400);
  const preview = useQuery(previewQuery(path, settled));
  const last = useRef<string>(undefined);
  last.current = preview.data?.html ?? last.current;
  return (
    <Loaded query={preview}>
      {({ html, reason, warnings, dead_links: links }) => (
        <>
          <Problems warnings={warnings} links={links} />
          {html === null && (
            <Note role="status">
              {reason === 'pending'
                ? textOf('The preview is on its way.')
                : textOf('Readers see the text as it is: {reason} to be rendered.', {
                    reason: reasonNames[reason ?? ''] ?? '',
                  })}
            </Note>
          )}
          {last.current !== undefined && <RenderedHtml html={html ?? last.current} />}
        </>
      )}
    </Loaded>
  );
}
