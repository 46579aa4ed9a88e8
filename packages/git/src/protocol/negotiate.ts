import type { FetchRequest } from './fetch-request.js';
import { flushPacket, packet } from './pkt-line.js';

/** The lines before the pack, and whether the pack follows. */
export interface Negotiated {
  readonly lines: readonly Buffer[];
  readonly sendsPack: boolean;
}

/** Commits of the client that become shallow, and those that become complete. */
export interface ShallowChange {
  readonly shallow: readonly string[];
  readonly unshallow: readonly string[];
}

/** The lines about shallow commits. They end without a line feed, which libgit2 refuses. */
export function shallowLines({ shallow, unshallow }: ShallowChange): Buffer[] {
  return [...shallow.map((id) => packet(`shallow ${id}`)), ...unshallow.map((id) => packet(`unshallow ${id}`))];
}

/**
 * The acknowledgements of protocol 0. One common commit is enough to build the pack, so the first round that contains
 * one is answered with "ready".
 */
export function acknowledge(request: FetchRequest, common: ReadonlySet<string>): Negotiated {
  const rounds = request.haves.map((round) => round.filter((id) => common.has(id)));
  return request.capabilities.has('multi_ack_detailed')
    ? acknowledgeInDetail(rounds, request)
    : acknowledgeFirst(rounds, request);
}

function acknowledgeInDetail(rounds: readonly (readonly string[])[], request: FetchRequest): Negotiated {
  const lines: Buffer[] = [];
  let last: string | undefined;
  for (const [n, round] of rounds.entries()) {
    lines.push(...round.map((id) => packet(`ACK ${id} common\n`)));
    last = round.at(-1) ?? last;
    if (request.done && n === rounds.length - 1) {
      break;
    }
    lines.push(...(last === undefined ? [] : [packet(`ACK ${last} ready\n`)]), packet('NAK\n'));
    if (last !== undefined && request.capabilities.has('no-done')) {
      return { lines: [...lines, packet(`ACK ${last}\n`)], sendsPack: true };
    }
  }
  if (request.done) {
    lines.push(packet(last === undefined ? 'NAK\n' : `ACK ${last}\n`));
  }
  return { lines, sendsPack: request.done };
}

/**
 * The acknowledgements for clients without the multi_ack capability. They receive one common commit, and a NAK for each
 * round before it.
 */
function acknowledgeFirst(rounds: readonly (readonly string[])[], { done }: FetchRequest): Negotiated {
  const found = rounds.findIndex((round) => round.length > 0);
  const ended = done ? rounds.slice(0, -1) : rounds;
  const empty = (found === -1 ? ended : ended.slice(0, found)).map(() => packet('NAK\n'));
  const [first] = rounds[found] ?? [];
  const end = first !== undefined ? [packet(`ACK ${first}\n`)] : done ? [packet('NAK\n')] : [];
  return { lines: [...empty, ...end], sendsPack: done };
}

/** The acknowledgements of protocol 2, for a client that did not send `done`. */
export function acknowledgments(request: FetchRequest, common: ReadonlySet<string>): Negotiated {
  const acknowledged = request.haves.flat().filter((id) => common.has(id));
  const isReady = acknowledged.length > 0;
  const lines = [
    packet('acknowledgments\n'),
    ...(isReady ? acknowledged.map((id) => packet(`ACK ${id}\n`)) : [packet('NAK\n')]),
    ...(isReady ? [packet('ready\n')] : []),
  ];
  return { lines: isReady ? lines : [...lines, flushPacket], sendsPack: isReady };
}
