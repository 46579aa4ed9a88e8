import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionDescription } from '@tessera/contract';
import { Output } from '../output/output.js';
import { progressLine } from '../output/progress-line.js';
import type { Invocation } from './operation-command.js';

const pollMs = 500;
/** After this many polls without progress, the command stops waiting. The service retries by itself. */
const idlePollsMax = 120;

/** Waits until the service has embedded the records of a reindex, and shows the progress. */
export async function followReindex(reembedding: number, { input, options, host, session }: Invocation): Promise<void> {
  const output = new Output(host);
  if (options.json === true || reembedding === 0) return;
  const total = reembedding.toLocaleString('en');
  const line = progressLine(host.stderr, reembedding);
  const left = async (): Promise<CollectionDescription> =>
    (await session.call('collections.describe', { params: input.params })).value as CollectionDescription;
  try {
    let last = reembedding;
    for (let idlePolls = 0; idlePolls < idlePollsMax; idlePolls += 1) {
      const { pending_embed: pending, failed_embed: failed } = await left();
      const done = Math.max(0, reembedding - pending);
      line.update(done, `${done.toLocaleString('en')} of ${total} records embedded`);
      if (pending === 0) {
        line.stop();
        return output.say(failed === 0 ? 'Everything is embedded.' : `${failed} records could not be embedded.`);
      }
      idlePolls = pending < last ? 0 : idlePolls;
      last = pending;
      await pause(pollMs);
    }
  } finally {
    line.stop();
  }
  output.say('The rest is embedded in the background: see `pending_embed` of `svc collections describe`.');
}
