import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Words = TextProps & { children?: ReactNode; component?: 'div' | 'span'; role?: string; title?: string };

/** A small explanation of what is next to it. */
export function Hint(props: Words) {
  return <Text size="xs" c="dimmed" {...props} />;
}

/** A quiet paragraph. */
export function Note(props: Words) {
  return <Text size="sm" c="dimmed" {...props} />;
}
