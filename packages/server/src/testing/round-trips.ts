import type { Duplex } from 'node:stream';

/** Counts how often this process waits for its database: a message that is sent after an answer begins a round trip. */
export class RoundTrips {
  private trips = 0;

  /** The same stream, counted. */
  watch<Stream extends Duplex>(stream: Stream): Stream {
    let isAnswered = true;
    const listened = <Parameters extends unknown[], Result>(
      method: (...parameters: Parameters) => Result,
      listen: () => void,
    ) => {
      return (...parameters: Parameters): Result => {
        listen();
        return method.apply(stream, parameters);
      };
    };
    const send = (): void => {
      this.trips += isAnswered ? 1 : 0;
      isAnswered = false;
    };
    // A socket that connects takes its own `write` again, but never these.
    stream._write = listened(stream._write, send);
    if (stream._writev) {
      stream._writev = listened(stream._writev, send);
    }
    stream.push = listened(stream.push, () => {
      isAnswered = true;
    });
    return stream;
  }

  /** Round trips of some work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = this.trips;
    await work();
    return this.trips - before;
  }
}
