import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.js';
import { createEmbeddingClient, type EmbeddingClient } from './embedding-client.js';
import type { TextOutcome } from './sender.js';
import { FaultyProvider } from './testing/faulty-provider.js';

const harmless = 'text';
let provider: FaultyProvider;
let embedding: EmbeddingClient;
let now: number;

beforeEach(() => {
  provider = new FaultyProvider();
  now = 0;
  embedding = createEmbeddingClient(provider, { log: createLog('silent'), clock: () => new Date(now) });
});

/** The given number of inputs; those at the given positions contain a word that fails at the provider. */
function texts(count: number, bad: Readonly<Record<number, string>> = {}): string[] {
  return Array.from({ length: count }, (_, index) => `Lamp ${index} ${bad[index] ?? ''}`);
}

/** The outcomes in a row, each as often as it comes: "vector" stands for any. */
function summary(outcomes: readonly TextOutcome[]): string[] {
  const names = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'vector'));
  const starts = names.flatMap((name, index) => (name === names[index - 1] ? [] : [index]));
  return starts.map((start, run) => `${(starts[run + 1] ?? names.length) - start} ${names[start]}`);
}

/** Opens the circuit: three callers in a row find the provider down. */
async function open(): Promise<void> {
  provider.state = 'unreachable';
  for (let time = 0; time < 3; time += 1) {
    expect(summary(await embedding.embed(texts(200)))).toEqual(['200 untried']);
  }
}

const sizes = () => provider.calls.map((call) => call.length);
const checks = () => provider.calls.filter(([text]) => text === harmless).length;

describe('a circuit', () => {
  it('opens after three callers found the provider down, and leaves later texts untried, except for forced calls', async () => {
    await open();
    // Each caller also asks whether it is down for other texts, and asks no more.
    expect(sizes()).toEqual([64, 1, 64, 1, 64, 1]);
    provider.state = 'up';
    expect(summary(await embedding.embed(texts(2)))).toEqual(['2 untried']);
    expect(await embedding.embedQuery('lamp')).toBeNull();
    expect(checks()).toBe(3);
    provider.state = 'unreachable';
    expect(summary(await embedding.begin({ forcedCalls: 1 }).send(texts(65), 0))).toEqual(['65 untried']);
    provider.state = 'up';
    now += 15_000;
    expect(summary(await embedding.embed(texts(2)))).toEqual(['2 vector']);
  });

  it('that other calls open ends the search for a text that is to blame', async () => {
    provider.beforeAnswer = async (call) => {
      if (call.length === 4) {
        provider.state = 'unreachable';
        await Promise.all(texts(3).map((text) => embedding.embed([text])));
        provider.state = 'up';
      }
    };
    const outcomes = await embedding.embed(texts(8, { 0: 'unreadable', 7: 'unreadable' }));
    expect(summary(outcomes)).toEqual(['8 failed']);
    // Those of the others, each of which asks whether it is down for other texts, too.
    expect(sizes()).toEqual([8, 1, 4, 1, 1, 1, 1, 1, 1]);
  });
});

describe('a provider', () => {
  it('that refuses every text is down: it is asked for none of them alone', async () => {
    provider.state = 'refusing';
    expect(summary(await embedding.embed(texts(500)))).toEqual(['500 untried']);
    expect(sizes()).toEqual([64, 1]);
  });

  it('that some texts hang is not down for those that were not sent, nor for others', async () => {
    const hanging = texts(256, { 0: 'hanging', 64: 'hanging', 128: 'hanging' });
    expect(summary(await embedding.embed(hanging))).toEqual(['192 failed', '64 untried']);
    expect(summary(await embedding.embed(texts(64)))).toEqual(['64 vector']);
  });

  it('that comes back while others send it texts that hang is there for all', async () => {
    await open();
    provider.state = 'up';
    expect(await embedding.begin({ forcedCalls: 1 }).send(['hanging'], 0)).toEqual(['failed']);
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('that is down is asked once in all the parts of a session, and no text has failed', async () => {
    provider.state = 'unreachable';
    const session = embedding.begin({ forcedCalls: 3 });
    expect(await session.send(texts(1), 0)).toEqual(['untried']);
    expect(summary(await session.send(texts(200), 1))).toEqual(['200 untried']);
    expect(sizes()).toEqual([1, 1]);
  });

  it('that takes longer than it is waited for is not asked again', async () => {
    await open();
    provider.state = 'up';
    provider.beforeAnswer = async () => {
      now += 61_000;
      provider.state = 'overloaded';
    };
    provider.calls = [];
    expect(summary(await embedding.begin({ forcedCalls: 3 }).send(texts(200), 1))).toEqual(['200 untried']);
    expect(provider.calls.length - checks()).toBe(1);
  });

  it('that hangs at many inputs is waited for three times in all parts of a session', async () => {
    const session = embedding.begin();
    expect(await session.send(['hanging'], 0)).toEqual(['failed']);
    expect(await session.send(['hanging'], 1)).toEqual(['failed']);
    expect(await session.send(['hanging'], 2)).toEqual(['failed']);
    expect(summary(await session.send(texts(9), 2))).toEqual(['9 untried']);
    expect(provider.calls.length - checks()).toBe(3);
  });

  it('that one text after another hangs is not down for others', async () => {
    for (let time = 0; time < 7; time += 1) {
      expect(await embedding.embed(['hanging'])).toEqual(['failed']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
    expect(checks()).toBe(7);
  });
});

describe('a text that fails the call it is part of', () => {
  it.each(['unreadable', 'breaking', 'numberless'])('is the only one without a vector (%s)', async (word) => {
    const outcomes = await embedding.embed(texts(64, { 40: word }));
    expect(summary(outcomes)).toEqual(['40 vector', '1 failed', '23 vector']);
  });

  it('has the provider checked once, however small the calls become', async () => {
    await embedding.embed(texts(64, { 3: 'breaking', 40: 'numberless' }));
    expect(checks()).toBe(1);
    expect(provider.calls).toContainEqual([texts(4, { 3: 'breaking' })[3]]);
  });

  it('costs others of its kind and of other kinds nothing', async () => {
    const outcomes = await embedding.embed(
      texts(20, { 0: 'breaking', 1: 'unreadable', 9: 'breaking', 19: 'numberless' }),
    );
    expect(summary(outcomes)).toEqual(['2 failed', '7 vector', '1 failed', '9 vector', '1 failed']);
  });

  it('does not open the circuit, alone or among others', async () => {
    for (let time = 0; time < 4; time += 1) {
      await embedding.embed(texts(5, { 2: 'breaking' }));
      await embedding.embed(['breaking']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('shows by what is made of another that the provider is up', async () => {
    for (let time = 0; time < 4; time += 1) {
      await embedding.embed(['breaking']);
      await embedding.embed(['hanging']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('is not searched for without end among texts that all break the provider', async () => {
    const outcomes = await embedding.embed(Array.from({ length: 500 }, () => 'breaking'));
    expect(summary(outcomes)).toEqual(['500 failed']);
    // Eight calls, each checked once, and two for each that is halved.
    expect(provider.calls.length).toBe(8 + 8 + 2 * 32);
  });

  it('is not searched for where the provider works for no text', async () => {
    provider.state = 'overloaded';
    expect(summary(await embedding.embed(texts(64)))).toEqual(['64 untried']);
    expect(sizes()).toEqual([64, 1]);
  });
});

describe('a provider that goes down during the search', () => {
  it('is asked no more, and what was not sent has not failed', async () => {
    provider.beforeAnswer = async (call) => {
      provider.state = call.length === 16 ? 'unreachable' : provider.state;
    };
    expect(summary(await embedding.embed(texts(64, { 40: 'breaking' })))).toEqual(['32 vector', '32 untried']);
    expect(sizes()).toEqual([64, 1, 32, 32, 16, 1]);
  });
});

it('a text that hangs the provider fails those of its call, which with every failure are fewer', async () => {
  const bad = texts(64, { 0: 'hanging' });
  const failed: (string | undefined)[] = [];
  for (const failures of [0, 1, 2, 3, 4]) {
    failed.push(summary(await embedding.begin().send(bad, failures))[0]);
  }
  expect(failed).toEqual(['64 failed', '16 failed', '4 failed', '1 failed', '1 failed']);
});
