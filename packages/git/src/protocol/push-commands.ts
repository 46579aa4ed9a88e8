import { mainRef, noObject } from './advertise.js';
import { bands, flushPacket, inBand, PacketReader, ProtocolError, packet } from './pkt-line.js';

/** One ref that a push changes. `noObject` as the old id means creation, as the new id deletion. */
export interface RefCommand {
  readonly ref: string;
  readonly old: string;
  readonly new: string;
}

/** The part of a push that precedes its pack. */
export interface PushRequest {
  readonly commands: readonly RefCommand[];
  readonly capabilities: ReadonlySet<string>;
  /** Offset of the pack in the body. */
  readonly packAt: number;
}

const commandPattern = /^([0-9a-f]{40}) ([0-9a-f]{40}) (\S+)$/;
const commandsMax = 1_000;

/** Reads the start of a push. It has no commands if it is the probe that git sends before a large push. */
export function readPushRequest(start: Buffer): PushRequest {
  const packets = new PacketReader(start);
  const commands: RefCommand[] = [];
  let capabilities = new Set<string>();
  for (let read = packets.next(); typeof read !== 'string'; read = packets.next()) {
    const [command = '', sent] = read.data.toString().replace(/\n$/, '').split('\0');
    if (sent !== undefined) {
      capabilities = new Set(sent.trim().split(' '));
    }
    // A client with an incomplete history sends `shallow` lines. They are ignored, because its pack must be complete
    // anyway.
    if (!command.startsWith('shallow ')) {
      commands.push(readCommand(command));
    }
    if (commands.length > commandsMax) {
      throw new ProtocolError(`a push changes at most ${commandsMax} refs`);
    }
  }
  return { commands, capabilities, packAt: packets.bytesRead };
}

function readCommand(line: string): RefCommand {
  const match = commandPattern.exec(line);
  const [, old, next, ref] = match ?? [];
  if (old === undefined || next === undefined || ref === undefined) {
    throw new ProtocolError(`"${line.slice(0, 100)}" changes no ref`);
  }
  return { ref, old, new: next };
}

/** The result of a push: the problem of its pack, if any, and the reason for each refused ref. */
export interface PushReport {
  /** Undefined if the pack is valid. */
  readonly problem?: string;
  /** The reason for refusing each ref; undefined if the ref was changed. */
  readonly refs: ReadonlyMap<string, string | undefined>;
}

/** The reason for refusing a command whatever its pack contains; undefined if it depends on the pack. */
export function refusedRef({ ref, new: id }: RefCommand): string | undefined {
  if (ref !== mainRef) {
    return `only ${mainRef} is kept here`;
  }
  return id === noObject ? 'main cannot be deleted' : undefined;
}

/** Encodes a report in the format of the git protocol. */
export function reportLines({ problem, refs }: PushReport, capabilities: ReadonlySet<string>): Buffer {
  const lines = [
    packet(`unpack ${problem === undefined ? 'ok' : oneLine(problem)}\n`),
    ...[...refs].map(([ref, reason]) =>
      packet(reason === undefined ? `ok ${ref}\n` : `ng ${ref} ${oneLine(reason)}\n`),
    ),
    flushPacket,
  ];
  const report = capabilities.has('report-status') ? Buffer.concat(lines) : Buffer.alloc(0);
  return capabilities.has('side-band-64k') ? Buffer.concat([inBand(bands.data, report), flushPacket]) : report;
}

/** Shortens a reason to one line, because it can contain pushed content of any length. */
function oneLine(text: string): string {
  return Array.from(text.replace(/[\p{Cc}\s]+/gu, ' '))
    .slice(0, 500)
    .join('');
}
