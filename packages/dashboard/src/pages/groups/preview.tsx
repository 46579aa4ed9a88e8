import { Alert, Badge, Stack, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
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
              <span className="soft">{hint ?? textOf('{count} document|{count} documents', { count: documents })}</span>
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
          title={textOf('This changes what {count} member can read|This changes what {count} members can read', {
            count: holders,
          })}
        >
          {preview.gained.length > 0 && (
            <div>
              {textOf(
                '{count} document gained: {paths}|{count} documents gained: {paths}',
                changed(preview.gained, '+'),
              )}
            </div>
          )}
          {preview.lost.length > 0 && (
            <div>
              {textOf('{count} document lost: {paths}|{count} documents lost: {paths}', changed(preview.lost, '−'))}
            </div>
          )}
        </Alert>
      )}
      <div>
        <Text size="sm" fw={600} mb={4}>
          {preview.count > preview.documents.length
            ? textOf('{count} documents in all, the first {shown}:', {
                count: preview.count,
                shown: preview.documents.length,
              })
            : textOf('{count} document in all|{count} documents in all', { count: preview.count })}
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

function changed(paths: readonly string[], sign: string): { count: number; paths: string } {
  const shown = paths.slice(0, 5).map((path) => `${sign} ${path}`);
  return { count: paths.length, paths: shown.join(', ') + (paths.length > shown.length ? ' …' : '') };
}
