/** An invalid or too long request of a git client. The message is shown to its user. */
export class ProtocolError extends Error {}

/** Marks the end of a list of packets. */
export const flushPacket = Buffer.from('0000');

/** Separates two parts of one message (protocol 2). */
export const delimiterPacket = Buffer.from('0001');

/** A packet: data, or one of the marks between lists. `end` means the end of the input. */
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

/** The bands of a response: the data, progress messages for the user, and the error that ends it. */
export const bands = { data: 1, progress: 2, fault: 3 } as const;

/** Splits bytes into packets of one band, each of at most the largest size. */
export function inBand(band: (typeof bands)[keyof typeof bands], bytes: Uint8Array): Buffer {
  const room = maxPacketBytes - lengthBytes - 1;
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += room) {
    chunks.push(packet(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + room)])));
  }
  return Buffer.concat(chunks);
}

/** Reads the packets of a complete input one after another. */
export class PacketReader {
  private position = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The next packet. Throws `ProtocolError` if the length is invalid or exceeds the input. */
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

  /** Reads the lines up to the next mark, as text without line breaks. Returns that mark too. */
  lines(): { readonly lines: string[]; readonly mark: 'flush' | 'delimiter' | 'end' } {
    const lines: string[] = [];
    for (let read = this.next(); ; read = this.next()) {
      if (typeof read === 'string') {
        return { lines, mark: read };
      }
      lines.push(read.data.toString().replace(/\n$/, ''));
    }
  }

  /** Number of bytes read. */
  get bytesRead(): number {
    return this.position;
  }
}
