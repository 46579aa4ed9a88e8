import { parentPort } from 'node:worker_threads';
import { IndexShelf, type ShelfCall } from './index-shelf.js';

const port = parentPort;
if (port === null) {
  throw new Error('this module runs as a worker thread');
}
const shelf = new IndexShelf();

port.on('message', ({ id, call }: { id: number; call: ShelfCall }) => {
  try {
    port.postMessage({ id, answer: shelf.answer(call) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
