import { Alert, Badge, Stack, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Icon } from '../../components/icon.js';
import { counted, countOf } from '../../components/when.js';
import classes from './groups.module.css';

type Preview = CallAnswer<'settings.preview_group'>;

/** The documents that patterns match, those that a change would add and remove, and invalid patterns. */
export function PatternPreview(props: { preview: Preview; replacing: boolean; holders: number }) {
  const { preview, replacing, holders } = props;
  return (
    <Stack gap="md" aria-live="polite">
      <ul className={classes.patterns}>
        {preview.patterns.map(({ pattern, documents, refused, hint }) => (
          <li key={pattern} data-refused={refused !== undefined}>
            <code className="mono">{pattern}</code>
            {refused === undefined ? (
              <span className="soft">{hint ?? countOf(documents, 'document')}</span>
            ) : (
              <span className={classes.refused}>{refused.message}</span>
            )}
          </li>
        ))}
      </ul>
      {replacing && preview.gained.length + preview.lost.length > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="alert" />}
          title={`This changes what ${countOf(holders, 'member')} can read`}
        >
          <Changed paths={preview.gained} sign="+" label="gained" />
          <Changed paths={preview.lost} sign="−" label="lost" />
        </Alert>
      )}
      <div>
        <Text size="sm" fw={600} mb={4}>
          {countOf(preview.count, 'document')} in all
          {preview.count > preview.documents.length ? `, the first ${counted(preview.documents.length)}:` : ''}
        </Text>
        <ul className={classes.documents}>
          {preview.documents.map(({ path, patterns }) => (
            <li key={path}>
              <span>{path}</span>
              <Badge color="gray" className="mono" miw={0}>
                {patterns[0]}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </Stack>
  );
}

function Changed({ paths, sign, label }: { paths: readonly string[]; sign: string; label: string }) {
  if (paths.length === 0) {
    return null;
  }
  return (
    <Text size="sm" component="div">
      {countOf(paths.length, 'document')} {label}:{' '}
      {paths
        .slice(0, 5)
        .map((path) => `${sign} ${path}`)
        .join(', ')}
      {paths.length > 5 ? ' …' : ''}
    </Text>
  );
}
