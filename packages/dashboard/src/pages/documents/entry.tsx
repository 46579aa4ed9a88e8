import { Anchor, Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Hint } from '../../components/basics.js';

/** A document in a list: its title, its path, and what is known of it. With `edit`, it opens in the editor. */
export function DocumentEntry(props: { path: string; title: string; edit?: true; children: ReactNode }) {
  const { path, title, edit, children } = props;
  return (
    <Box component="li" px="lg" py={10}>
      <Anchor
        component={Link}
        to={`/documents?path=${encodeURIComponent(path)}${edit === true ? '&view=edit' : ''}`}
        fw={550}
        size="sm"
        dir="auto"
      >
        {title}
      </Anchor>
      <Hint truncate title={path}>
        {path}
      </Hint>
      <Hint>{children}</Hint>
    </Box>
  );
}
