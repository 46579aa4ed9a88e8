import { Kbd } from '@mantine/core';
import { Modal } from '../components/overlays.js';
import { textOf } from '../text.js';
import classes from './palette.module.css';

const keys: readonly (readonly [where: string, keys: readonly string[], does: string])[] = [
  [textOf('Anywhere'), [textOf('Ctrl K')], textOf('Find, go to or do something')],
  [textOf('Anywhere'), ['?'], textOf('List the keyboard shortcuts')],
  [textOf('Anywhere'), ['Esc'], textOf('Close what is open')],
  [textOf('Documents'), ['/'], textOf('Search the documents')],
  [textOf('Text editor'), [textOf('Ctrl S')], textOf('Save')],
  [textOf('Text editor'), [textOf('Ctrl B'), textOf('Ctrl I')], textOf('Bold, italic')],
  [textOf('Records'), ['←', '→', '↑', '↓'], textOf('Move from cell to cell')],
  [textOf('Records'), [textOf('Enter'), 'F2'], textOf('Edit the cell')],
  [textOf('Records'), ['Esc', 'Tab'], textOf('Cancel, or save and go to the right')],
  [textOf('Records'), [textOf('Ctrl Z')], textOf('Undo the last change')],
  [textOf('Records'), [textOf('Shift Enter')], textOf('Open the record')],
  [textOf('Records'), [textOf('Shift'), '←', '→', '↑', '↓'], textOf('Choose several cells')],
  [textOf('Records'), [textOf('Ctrl C')], textOf('Copy the chosen cells')],
  [textOf('Records'), [textOf('Home'), textOf('End')], textOf('Go to the first or last row')],
  [textOf('Matches'), ['J', 'K'], textOf('Go to the next or the previous pair')],
  [textOf('Matches'), ['S', 'D'], textOf('Decide: same, different')],
  [textOf('A record'), ['↑', '↓'], textOf('Go to the record before or after it')],
];

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal onClose={onClose} title={textOf('Keyboard shortcuts')} size="lg">
      <table className={classes.keys}>
        <caption>{textOf('On a Mac, press Cmd in place of Ctrl.')}</caption>
        <thead>
          <tr>
            <th scope="col">{textOf('Where')}</th>
            <th scope="col">{textOf('Keys')}</th>
            <th scope="col">{textOf('What they do')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(([where, pressed, does]) => (
            <tr key={does}>
              <td>{where}</td>
              <td>
                {pressed.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
