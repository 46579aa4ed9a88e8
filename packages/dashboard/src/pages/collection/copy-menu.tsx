import { Button, Menu } from '@mantine/core';
import { Icon } from '../../components/icon.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import { textOf } from '../../text.js';

/** A menu of what to copy. The chosen entry's function returns the text. */
export function CopyMenu({ items, size }: { items: Readonly<Record<string, () => string>>; size: 'xs' | 'sm' }) {
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(() => sayDone(textOf('Copied.')), sayFailed);
  };
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <Button size={size} variant="default" leftSection={<Icon name="copy" size={14} />}>
          {textOf('Copy')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(items).map(([label, text]) => (
          <Menu.Item key={label} onClick={() => copy(text())}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
