import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { textOf } from '../text.js';
import { Icon } from './icon.js';

/** Copies text, and shows a confirmation for a moment. */
export function CopyButton({ value, label = textOf('Copy') }: { value: string; label?: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const title = copied ? textOf('Copied') : label;
  return (
    <ActionIcon variant="subtle" color="gray" onClick={() => copy(value)} aria-label={title} title={title}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
    </ActionIcon>
  );
}
