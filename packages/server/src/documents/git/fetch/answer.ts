import {
  acknowledge,
  acknowledgments,
  bands,
  delimiterPacket,
  type FetchRequest,
  flushPacket,
  inBand,
  packet,
  shallowLines,
} from '@tessera/git';
import type { FetchPlan } from './plan.js';
import { type OpenPage, sendPack } from './send.js';

/** The input of a response to a fetch. */
export interface FetchAnswer {
  readonly request: FetchRequest;
  readonly plan: FetchPlan;
  readonly openPage: OpenPage;
  /** Called with the error that ends the pack early, to log it. */
  readonly onFault: (error: unknown) => void;
}

/** The response in protocol 0: the acknowledgements, then the pack. */
export async function* answerFetch(answer: FetchAnswer): AsyncGenerator<Uint8Array> {
  const { request, plan } = answer;
  const shallow = request.depth === undefined ? [] : [...shallowLines(plan.shallow), flushPacket];
  const { lines, sendsPack } = acknowledge(request, plan.common);
  yield Buffer.concat([...shallow, ...lines]);
  if (!sendsPack) {
    return;
  }
  if (request.capabilities.has('side-band-64k')) {
    yield* packInBands(answer);
  } else {
    yield* sendPack(plan, answer.openPage);
  }
}

/** The response in protocol 2, section by section. */
export async function* answerFetchCommand(answer: FetchAnswer): AsyncGenerator<Uint8Array> {
  const { request, plan } = answer;
  if (!request.done && request.haves.flat().length > 0) {
    const { lines, sendsPack } = acknowledgments(request, plan.common);
    yield Buffer.concat(lines);
    if (!sendsPack) {
      return;
    }
    yield delimiterPacket;
  }
  if (request.depth !== undefined || request.shallow.length > 0) {
    yield Buffer.concat([packet('shallow-info\n'), ...shallowLines(plan.shallow), delimiterPacket]);
  }
  yield packet('packfile\n');
  yield* packInBands(answer);
}

/** Small pieces are joined to about this size before they are sent. */
const gatheredBytes = 256 * 1024;

/** The pack in packets of the data band. If it fails, the client receives a message in the error band. */
async function* packInBands({ plan, openPage, onFault }: FetchAnswer): AsyncGenerator<Uint8Array> {
  try {
    let gathered: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of sendPack(plan, openPage)) {
      gathered.push(piece);
      bytes += piece.length;
      if (bytes >= gatheredBytes) {
        yield inBand(bands.data, Buffer.concat(gathered));
        gathered = [];
        bytes = 0;
      }
    }
    yield inBand(bands.data, Buffer.concat(gathered));
    yield flushPacket;
  } catch (error) {
    onFault(error);
    yield inBand(bands.fault, Buffer.from('the service could not go on: fetch again\n'));
  }
}
