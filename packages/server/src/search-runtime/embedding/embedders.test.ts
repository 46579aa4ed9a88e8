import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.js';
import { createEmbeddingClient, type EmbeddingClient } from './embedders.js';
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

/** Creates inputs. At the given positions, the input contains a word that makes the provider fail. */
function texts(count: number, bad: Readonly<Record<number, string>> = {}): string[] {
  return Array.from({ length: count }, (_, index) => `Lamp ${index} ${bad[index] ?? ''}`);
}

/** Groups consecutive equal outcomes with their count; "vector" means any vector. */
function summary(outcomes: readonly TextOutcome[]): string[] {
  const names = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'vector'));
  const starts = names.flatMap((name, index) => (name === names[index - 1] ? [] : [index]));
  return starts.map((start, run) => `${(starts[run + 1] ?? names.length) - start} ${names[start]}`);
}

/** Opens the circuit: the provider fails for three callers in a row. */
async function open(): Promise<void> {
  provider.state = 'unreachable';
  for (let time = 0; time < 3; time += 1) {
    expect(summary(await embedding.embed(texts(200)))).toEqual(['200 untried']);
  }
}

const sizes = () => provider.calls.map((call) => call.length);
const checks = () => provider.calls.filter(([text]) => text === harmless).length;

describe('EmbeddingClient: circuit breaker', () => {
  it('opens after three failed callers, and then sends only forced calls', async () => {
    await open();
    // After each failed call, one harmless text checks whether the provider works at all. It does not, so the caller
    // stops.
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

  it('stops the search for a failing text when other calls open the circuit', async () => {
    provider.beforeAnswer = async (call) => {
      if (call.length === 4) {
        provider.state = 'unreachable';
        await Promise.all(texts(3).map((text) => embedding.embed([text])));
        provider.state = 'up';
      }
    };
    const outcomes = await embedding.embed(texts(8, { 0: 'unreadable', 7: 'unreadable' }));
    expect(summary(outcomes)).toEqual(['8 failed']);
    // Each of the later calls is followed by one check of the provider.
    expect(sizes()).toEqual([8, 1, 4, 1, 1, 1, 1, 1, 1]);
  });
});

describe('EmbeddingClient: provider failures', () => {
  it('a provider that refuses every text is down, so inputs are not tried one by one', async () => {
    provider.state = 'refusing';
    expect(summary(await embedding.embed(texts(500)))).toEqual(['500 untried']);
    expect(sizes()).toEqual([64, 1]);
  });

  it('a provider that hangs at some inputs still works for other inputs', async () => {
    const hanging = texts(256, { 0: 'hanging', 64: 'hanging', 128: 'hanging' });
    expect(summary(await embedding.embed(hanging))).toEqual(['192 failed', '64 untried']);
    expect(summary(await embedding.embed(texts(64)))).toEqual(['64 vector']);
  });

  it('a provider that recovers while calls hang is used by all callers', async () => {
    await open();
    provider.state = 'up';
    expect(await embedding.begin({ forcedCalls: 1 }).send(['hanging'], 0)).toEqual(['failed']);
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('a provider that is down is called once per session, and no text counts as failed', async () => {
    provider.state = 'unreachable';
    const session = embedding.begin({ forcedCalls: 3 });
    expect(await session.send(texts(1), 0)).toEqual(['untried']);
    expect(summary(await session.send(texts(200), 1))).toEqual(['200 untried']);
    expect(sizes()).toEqual([1, 1]);
  });

  it('a provider that exceeds the time limit is not called again', async () => {
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

  it('a provider that hangs at many inputs is waited for at most three times per session', async () => {
    const session = embedding.begin();
    expect(await session.send(['hanging'], 0)).toEqual(['failed']);
    expect(await session.send(['hanging'], 1)).toEqual(['failed']);
    expect(await session.send(['hanging'], 2)).toEqual(['failed']);
    expect(summary(await session.send(texts(9), 2))).toEqual(['9 untried']);
    expect(provider.calls.length - checks()).toBe(3);
  });

  it('a provider that hangs at one text after another still works for other callers', async () => {
    for (let time = 0; time < 7; time += 1) {
      expect(await embedding.embed(['hanging'])).toEqual(['failed']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
    expect(checks()).toBe(7);
  });
});

describe('EmbeddingClient: a text that fails its call', () => {
  it.each(['unreadable', 'breaking', 'numberless'])('is the only one without a vector (%s)', async (word) => {
    const outcomes = await embedding.embed(texts(64, { 40: word }));
    expect(summary(outcomes)).toEqual(['40 vector', '1 failed', '23 vector']);
  });

  it('causes one check of the provider, however small the calls become', async () => {
    await embedding.embed(texts(64, { 3: 'breaking', 40: 'numberless' }));
    expect(checks()).toBe(1);
    expect(provider.calls).toContainEqual([texts(4, { 3: 'breaking' })[3]]);
  });

  it('does not affect other inputs', async () => {
    const outcomes = await embedding.embed(
      texts(20, { 0: 'breaking', 1: 'unreadable', 9: 'breaking', 19: 'numberless' }),
    );
    expect(summary(outcomes)).toEqual(['2 failed', '7 vector', '1 failed', '9 vector', '1 failed']);
  });

  it('does not open the circuit, alone or with others', async () => {
    for (let time = 0; time < 4; time += 1) {
      await embedding.embed(texts(5, { 2: 'breaking' }));
      await embedding.embed(['breaking']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('shows that the provider works, by the vector of another text', async () => {
    for (let time = 0; time < 4; time += 1) {
      await embedding.embed(['breaking']);
      await embedding.embed(['hanging']);
    }
    expect(summary(await embedding.embed(texts(1)))).toEqual(['1 vector']);
  });

  it('is searched for with a limited number of calls if every input breaks the provider', async () => {
    const outcomes = await embedding.embed(Array.from({ length: 500 }, () => 'breaking'));
    expect(summary(outcomes)).toEqual(['500 failed']);
    // Eight calls, each followed by one check, and two more for each of the 32 calls that are halved.
    expect(provider.calls.length).toBe(8 + 8 + 2 * 32);
  });

  it('is not searched for if the provider fails for every text', async () => {
    provider.state = 'overloaded';
    expect(summary(await embedding.embed(texts(64)))).toEqual(['64 untried']);
    expect(sizes()).toEqual([64, 1]);
  });
});

describe('EmbeddingClient: outage during the search', () => {
  it('stops further calls, and inputs that were not sent do not count as failed', async () => {
    provider.beforeAnswer = async (call) => {
      provider.state = call.length === 16 ? 'unreachable' : provider.state;
    };
    expect(summary(await embedding.embed(texts(64, { 40: 'breaking' })))).toEqual(['32 vector', '32 untried']);
    expect(sizes()).toEqual([64, 1, 32, 32, 16, 1]);
  });
});

it('a text that makes the provider hang fails only its own call, which gets smaller with every failure', async () => {
  const bad = texts(64, { 0: 'hanging' });
  const failed: (string | undefined)[] = [];
  for (const failures of [0, 1, 2, 3, 4]) {
    failed.push(summary(await embedding.begin().send(bad, failures))[0]);
  }
  expect(failed).toEqual(['64 failed', '16 failed', '4 failed', '1 failed', '1 failed']);
});
