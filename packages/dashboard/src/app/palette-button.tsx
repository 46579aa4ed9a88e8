import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Icon } from '../components/icon.js';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.js').then(({ Palette: component }) => ({ default: component })));

/** Opens the command palette, also by Ctrl-K (or Command-K). */
export function PaletteButton() {
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={open}>
        <Icon name="search" size={16} />
        <span>Find or go to…</span>
        <VisuallyHidden>Ctrl K</VisuallyHidden>
        <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {opened && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
