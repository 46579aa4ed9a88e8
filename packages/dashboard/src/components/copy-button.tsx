import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import { textOf } from '../text.js';
import { Icon, type IconName } from './icon.js';

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: IconName;
  readonly label: string;
  readonly iconSize?: number;
}

/** A quiet button with an icon, of which `label` says what it does. */
export function IconButton({ icon, label, iconSize = 16, ...rest }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
      <Icon name={icon} size={iconSize} />
    </ActionIcon>
  );
}

/** Copies text, and shows a confirmation for a moment. */
export function CopyButton({ value, label = textOf('Copy') }: { value: string; label?: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const title = copied ? textOf('Copied') : label;
  return <IconButton icon={copied ? 'check' : 'copy'} label={title} title={title} onClick={() => copy(value)} />;
}
