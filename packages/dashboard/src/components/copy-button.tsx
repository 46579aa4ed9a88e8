import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icon.js';

/** Copies text, and shows a confirmation for a moment. */
export function CopyButton({ value, label = 'Copy' }: { value: string; label?: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const title = copied ? 'Copied' : label;
  return (
    <ActionIcon variant="subtle" color="gray" onClick={() => copy(value)} aria-label={title} title={title}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
    </ActionIcon>
  );
}
