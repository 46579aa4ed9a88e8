import { parentPort } from 'node:worker_threads';
import { type DocumentText, type RenderedText, renderDocument } from './render-document.js';

/** What the thread answers: a rendered text, or what was thrown at it. */
export type RenderAnswer = RenderedText | { readonly failure: string; readonly isOverflow: boolean };

function answer(document: DocumentText): RenderAnswer {
  try {
    return renderDocument(document);
  } catch (error) {
    return { failure: String(error), isOverflow: error instanceof RangeError };
  }
}

parentPort?.on('message', (document: DocumentText) => parentPort?.postMessage(answer(document)));
parentPort?.postMessage('ready');
