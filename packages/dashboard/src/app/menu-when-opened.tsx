import { type ComponentType, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface ButtonProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-haspopup'?: 'menu';
}

/** A button whose menu is loaded when it is first opened. Menus would be a tenth of the first load. */
export function MenuWhenOpened(props: {
  children: ReactElement<ButtonProps>;
  /** Renders the button with its menu, which is open at first. */
  menu: ComponentType<{ button: ReactNode }>;
  load: () => Promise<unknown>;
}) {
  const { children: button, menu: Menu, load } = props;
  const [opened, setOpened] = useState(false);
  // Errors are ignored here. If the chunk cannot be loaded, opening the menu reports it.
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
