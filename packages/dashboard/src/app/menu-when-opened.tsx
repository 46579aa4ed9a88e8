import { type ComponentType, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface ButtonProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-haspopup'?: 'menu';
}

/** A button whose menu is loaded when it is first opened: menus would be a tenth of the first load. */
export function MenuWhenOpened(props: {
  children: ReactElement<ButtonProps>;
  /** Renders the button with its menu initially open. */
  menu: ComponentType<{ button: ReactNode }>;
  load: () => Promise<unknown>;
}) {
  const { children: button, menu: Menu, load } = props;
  const [opened, setOpened] = useState(false);
  // A chunk that cannot be loaded is reported when the menu is opened.
  const prepare = (): void => void load().catch(() => undefined);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    onClick: () => setOpened(true),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  if (!opened) return closed;
  return (
    <Suspense fallback={button}>
      <Menu button={button} />
    </Suspense>
  );
}
