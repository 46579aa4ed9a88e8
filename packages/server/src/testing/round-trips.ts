import type { Duplex } from 'node:stream';

const commitMessage = 'Q\0\0\0\vcommit\0';

/** Counts round trips to the database. A message that is sent after a response starts a new one. */
export class RoundTrips {
  private trips = 0;

  /** Wraps a stream to count its round trips. */
  watch<Stream extends Duplex>(stream: Stream): Stream {
    let isIdle = true;
    let isAwaited = true;
    const send = (message: string): void => {
      if (message.includes('begin')) {
        // The caller does not wait for these statements, so they start no round trip.
        isAwaited = !/begin read only|take_call_slot/.test(message);
      }
      if (isAwaited || message !== commitMessage) {
        this.trips += isIdle ? 1 : 0;
        isIdle = false;
      }
    };
    // A socket replaces its `write` while it connects, but not these three methods.
    const { _write: write, _writev: writev, push } = stream;
    stream._write = (chunk, ...rest) => {
      send(chunk.toString('latin1'));
      return write.call(stream, chunk, ...rest);
    };
    if (writev) {
      stream._writev = (chunks, ...rest) => {
        send(chunks.map(({ chunk }) => chunk.toString('latin1')).join(''));
        return writev.call(stream, chunks, ...rest);
      };
    }
    stream.push = (...pushed) => {
      isIdle = true;
      return push.apply(stream, pushed);
    };
    return stream;
  }

  /** Number of round trips of some work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = this.trips;
    await work();
    return this.trips - before;
  }
}
