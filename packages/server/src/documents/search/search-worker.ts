import { parentPort } from 'node:worker_threads';
import { answerInTurns } from '../../platform/threads/turns.js';
import { DocumentShelf, type ShelfCall } from './shelf.js';

if (parentPort === null) {
  throw new Error('this module runs as a worker thread');
}
const shelf = new DocumentShelf();
answerInTurns(parentPort, {
  keyOf: ({ workspaceId }: ShelfCall) => workspaceId,
  carryOut: (call) => shelf.answer(call),
});
