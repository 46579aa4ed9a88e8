import { parentPort } from 'node:worker_threads';
import { DocumentShelf, type ShelfCall } from './shelf.js';

const port = parentPort;
if (port === null) {
  throw new Error('this module runs as a worker thread');
}
const shelf = new DocumentShelf();
// One after the other: a call leaves nothing half done for the next.
let queue: Promise<void> = Promise.resolve();

port.on('message', ({ id, call }: { id: number; call: ShelfCall }) => {
  queue = queue.then(async () => {
    try {
      port.postMessage({ id, answer: await shelf.answer(call) });
    } catch (error) {
      port.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
});
