/** A client sent bytes that are not the protocol, or more of them than are read. The message is for its user. */
export class ProtocolError extends Error {}

/** Ends a list of packets. */
export const flushPacket = Buffer.from('0000');

/** Separates two parts of one message (protocol 2). */
export const delimiterPacket = Buffer.from('0001');

/** What a packet line is: data, or one of the marks between lists. `end` is the end of the bytes. */
export type Packet = { readonly data: Buffer } | 'flush' | 'delimiter' | 'end';

const lengthBytes = 4;
const maxPacketBytes = 65_520;
const lengthPattern = /^[0-9a-f]{4}$/i;

/** One packet line: its length in four hexadecimal digits, then the data. */
export function packet(data: string | Uint8Array): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const length = bytes.length + lengthBytes;
  if (length > maxPacketBytes) {
    throw new RangeError(`a packet holds ${maxPacketBytes - lengthBytes} bytes at most`);
  }
  return Buffer.concat([Buffer.from(length.toString(16).padStart(lengthBytes, '0')), bytes]);
}

/** The streams that share one answer: the data itself, words for the user, and the reason why it breaks off. */
export const bands = { data: 1, progress: 2, fault: 3 } as const;

/** The bytes as packets of one band, as many as it takes. */
export function inBand(band: (typeof bands)[keyof typeof bands], bytes: Uint8Array): Buffer {
  const room = maxPacketBytes - lengthBytes - 1;
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += room) {
    chunks.push(packet(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + room)])));
  }
  return Buffer.concat(chunks);
}

/** Reads packets one after another from bytes that are all there. */
export class PacketReader {
  private position = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The next packet. Throws `ProtocolError` for a length that is none or runs past the end. */
  next(): Packet {
    if (this.position === this.bytes.length) {
      return 'end';
    }
    const digits = this.bytes.toString('latin1', this.position, this.position + lengthBytes);
    const length = lengthPattern.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (length === 0 || length === 1) {
      this.position += lengthBytes;
      return length === 0 ? 'flush' : 'delimiter';
    }
    const end = this.position + length;
    if (!(length >= lengthBytes) || end > this.bytes.length) {
      throw new ProtocolError('the request is not a list of packet lines, or breaks off');
    }
    const data = this.bytes.subarray(this.position + lengthBytes, end);
    this.position = end;
    return { data };
  }

  /** The lines up to the next mark, as text without their line breaks, and that mark. */
  lines(): { readonly lines: string[]; readonly mark: 'flush' | 'delimiter' | 'end' } {
    const lines: string[] = [];
    for (let read = this.next(); ; read = this.next()) {
      if (typeof read === 'string') {
        return { lines, mark: read };
      }
      lines.push(read.data.toString().replace(/\n$/, ''));
    }
  }

  /** How many bytes have been read. */
  get bytesRead(): number {
    return this.position;
  }
}
