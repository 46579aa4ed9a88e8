import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Modal.css';
import { type DrawerProps, Drawer as MantineDrawer, Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A dialog over the page. It is open while it is rendered. */
export function Modal(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <MantineModal opened {...props} />;
}

/** A drawer at the right of the page. It is open while it is rendered. */
export function Drawer(props: Omit<DrawerProps, 'opened'>) {
  useFocusReturn();
  return <MantineDrawer opened position="right" size="lg" {...props} />;
}

/**
 * Restores the focus when an overlay closes. It moves to the element that had it before or, if that is gone, to the
 * overlay below or the content of the page.
 */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // If another element has received the focus meanwhile, it keeps it.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const next = isThere ? before : document.querySelector<HTMLElement>('[role="dialog"], #content');
      next?.focus({ preventScroll: true });
    },
    [before],
  );
}
