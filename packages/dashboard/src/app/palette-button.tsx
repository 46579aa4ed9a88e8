import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Icon } from '../components/icon.js';
import { textOf } from '../text.js';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.js').then(({ Palette: component }) => ({ default: component })));
const KeysDialog = lazy(() => import('./keys-dialog.js').then((part) => ({ default: part.KeysDialog })));

/** Opens the command palette, also by Ctrl-K (or Command-K). The `?` key opens the list of shortcuts. */
export function PaletteButton() {
  const [opened, { open, close }] = useDisclosure(false);
  const [keys, { open: openKeys, close: closeKeys }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  // `?` is typed with Shift on most keyboards, and without it on some.
  useHotkeys([
    ['shift+?', openKeys],
    ['?', openKeys],
  ]);
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={open}>
        <Icon name="search" size={16} />
        <span>{textOf('Find or go to…')}</span>
        <VisuallyHidden>{textOf('Ctrl K')}</VisuallyHidden>
        <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
          {textOf('Ctrl K')}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {opened && <Palette onClose={close} onKeys={openKeys} />}
        {keys && <KeysDialog onClose={closeKeys} />}
      </Suspense>
    </>
  );
}
