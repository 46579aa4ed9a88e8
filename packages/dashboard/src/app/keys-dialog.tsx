import { Kbd } from '@mantine/core';
import { Modal } from '../components/overlays.js';
import classes from './palette.module.css';

const keys: readonly (readonly [where: string, keys: readonly string[], does: string])[] = [
  ['Anywhere', ['Ctrl K'], 'Find, go to or do something'],
  ['Anywhere', ['?'], 'List the keyboard shortcuts'],
  ['Anywhere', ['Esc'], 'Close what is open'],
  ['Documents', ['/'], 'Search the documents'],
  ['Editor', ['Ctrl S'], 'Save'],
  ['Editor', ['Ctrl B', 'Ctrl I'], 'Bold, italic'],
  ['Records', ['←', '→', '↑', '↓'], 'Move from cell to cell'],
  ['Records', ['Enter', 'F2'], 'Edit the cell'],
  ['Records', ['Esc', 'Tab'], 'Cancel, or save and go to the right'],
  ['Records', ['Ctrl Z'], 'Undo the last change'],
  ['Records', ['Shift Enter'], 'Open the record'],
  ['Records', ['Ctrl C'], 'Copy the cell'],
  ['Records', ['Home', 'End'], 'Go to the first or last row'],
  ['Matches', ['J', 'K'], 'Go to the next or the previous pair'],
  ['Matches', ['S', 'D'], 'Decide: same, different'],
  ['A record', ['↑', '↓'], 'Go to the record before or after it'],
];

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal onClose={onClose} title="Keyboard shortcuts" size="lg">
      <table className={classes.keys}>
        <caption>On a Mac, press Cmd in place of Ctrl.</caption>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Keys</th>
            <th scope="col">What they do</th>
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
