import type { Duplex } from 'node:stream';

const commitMessage = 'Q\0\0\0\vcommit\0';

/** Counts how often this process waits for its database: a message that is sent after an answer begins a round trip. */
export class RoundTrips {
  private trips = 0;

  /** The same stream, counted. */
  watch<Stream extends Duplex>(stream: Stream): Stream {
    let isAnswered = true;
    let isAwaited = true;
    const send = (message: string): void => {
      if (message.includes('begin')) {
        // Nobody waits for the end of what only reads or counts.
        isAwaited = !/begin read only|take_rate_limit_place/.test(message);
      }
      if (isAwaited || message !== commitMessage) {
        this.trips += isAnswered ? 1 : 0;
        isAnswered = false;
      }
    };
    // A socket that connects takes its own `write` again, but never these.
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
      isAnswered = true;
      return push.apply(stream, pushed);
    };
    return stream;
  }

  /** Round trips of some work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = this.trips;
    await work();
    return this.trips - before;
  }
}
