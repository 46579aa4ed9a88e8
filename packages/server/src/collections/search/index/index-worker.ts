import { parentPort } from 'node:worker_threads';
import { answerInTurns } from '../../../platform/threads/turns.js';
import { IndexShelf, type ShelfCall } from './index-shelf.js';

if (parentPort === null) {
  throw new Error('this module runs as a worker thread');
}
const shelf = new IndexShelf();
answerInTurns(parentPort, { keyOf: ({ key }: ShelfCall) => key, carryOut: (call) => shelf.answer(call) });
