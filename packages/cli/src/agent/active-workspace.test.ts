import type { Workspace } from '@tessera/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActiveWorkspace,
  decideSwitch,
  decideTarget,
  findWorkspace,
  followChanges,
  startWorkspace,
} from './active-workspace.js';

function workspace(number: number): Workspace {
  const id = `0000000${number}-0000-4000-8000-00000000000${number}`;
  return { id, slug: `w-${number}`, name: `Workspace ${number}`, role: 'admin', can_write: true };
}

const [a, b, c] = [workspace(1), workspace(2), workspace(3)];
const reference = ({ id, slug, name }: Workspace) => ({ id, slug, name });
const [toA, toB] = [reference(a), reference(b)];
const active = (pinned = false): ActiveWorkspace => ({ active: toA, pinned });
const nowhere: ActiveWorkspace = { active: null, pinned: false };
const lost: ActiveWorkspace = { active: null, pinned: true, unreachablePin: 'gone' };

describe('findWorkspace', () => {
  it('accepts a slug, or an id in any letter case', () => {
    const named = { ...a, id: 'ABCDEF00-0000-4000-8000-000000000001' };
    expect(findWorkspace([b, named], named.id.toLowerCase())?.slug).toBe('w-1');
    expect(findWorkspace([a, b], ' w-2 ')).toEqual(toB);
    expect(findWorkspace([a, b], 'W-2')).toBeUndefined();
  });

  it('prefers the id if a name is one workspace’s slug and another’s id', () => {
    expect(findWorkspace([{ ...b, slug: a.id }, a], a.id)).toEqual(toA);
  });
});

describe('startWorkspace', () => {
  it.each([
    ['at the pin, before any other choice', [a, b], { pin: 'w-2', stored: a.id }, { active: toB, pinned: true }],
    ['at a pin given as an id', [a, b], { pin: b.id }, { active: toB, pinned: true }],
    ['nowhere while the pin is not reachable', [a], { pin: 'gone', stored: a.id }, lost],
    ['at the stored choice', [a, b], { stored: b.id }, { active: toB, pinned: false }],
    ['nowhere when the stored choice was lost, though one is left', [a], { stored: b.id }, nowhere],
    ['at the only workspace', [a], {}, { active: toA, pinned: false }],
    ['nowhere with several and no choice', [a, b], {}, nowhere],
    ['nowhere without any', [], {}, nowhere],
  ])('%s', (_title, reachable, choice, expected) => {
    expect(startWorkspace(reachable, choice)).toEqual(expected);
  });
});

describe('decideSwitch', () => {
  it('asks before moving from one workspace to another, and changes nothing', () => {
    expect(decideSwitch(active(), toB, false)).toEqual({ kind: 'confirm', from: toA, to: toB });
  });

  it('moves the active workspace after confirmation', () => {
    expect(decideSwitch(active(), toB, true)).toEqual({
      kind: 'switched',
      state: { active: toB, pinned: false },
      workspace: toB,
    });
  });

  it('needs no confirmation if no workspace is active', () => {
    expect(decideSwitch(nowhere, toB, false)).toMatchObject({ kind: 'switched', workspace: toB });
  });

  it.each([true, false])('changes nothing if the workspace is already active (pinned: %s)', (pinned) => {
    expect(decideSwitch(active(pinned), toA, false)).toMatchObject({ kind: 'unchanged', workspace: toA });
  });

  it.each([true, false])('always asks before leaving a pin, and never moves it (confirm: %s)', (confirmed) => {
    expect(decideSwitch(active(true), toB, confirmed)).toEqual({ kind: 'confirm', from: toA, to: toB });
  });

  it.each([true, false])('refuses while the pin is not reachable (confirm: %s)', (confirmed) => {
    expect(decideSwitch(lost, toB, confirmed)).toEqual({ kind: 'anchored', pin: 'gone' });
  });
});

describe('decideTarget > one call', () => {
  it.each([
    ['read', active(), undefined, false, { kind: 'go', workspace: toA }],
    ['write', active(), undefined, false, { kind: 'go', workspace: toA }],
    ['read', active(), toB, false, { kind: 'go', workspace: toB }],
    ['write', active(), toA, false, { kind: 'go', workspace: toA }],
    ['write', active(), toB, false, { kind: 'confirm', from: toA, to: toB }],
    ['write', active(), toB, true, { kind: 'go', workspace: toB }],
    ['read', active(true), toB, false, { kind: 'go', workspace: toB }],
    ['write', active(true), toB, false, { kind: 'confirm', from: toA, to: toB }],
    ['write', active(true), toB, true, { kind: 'go', workspace: toB }],
    ['read', nowhere, undefined, false, { kind: 'required' }],
    ['write', nowhere, undefined, true, { kind: 'required' }],
    ['read', nowhere, toB, false, { kind: 'go', workspace: toB }],
    ['write', nowhere, toB, false, { kind: 'go', workspace: toB }],
    ['read', lost, undefined, false, { kind: 'anchored', pin: 'gone' }],
    ['write', lost, toB, false, { kind: 'anchored', pin: 'gone' }],
    ['write', lost, toB, true, { kind: 'go', workspace: toB }],
  ] as const)('%s in %j aimed at %j (confirm: %s)', (...[effect, state, named, confirmed, expected]) => {
    expect(decideTarget(state, { effect, named, confirmed })).toEqual(expected);
  });
});

describe('decideTarget > any sequence of calls', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('switch' as const), to: fc.constantFrom(a, b, c), confirmed: fc.boolean() }),
    fc.record({ do: fc.constant('write' as const), to: fc.option(fc.constantFrom(a, b, c)), confirmed: fc.boolean() }),
    fc.record({ do: fc.constant('list' as const), reachable: fc.subarray([a, b, c]) }),
  );
  const choices = fc.record(
    { pin: fc.constantFrom('w-1', 'gone'), stored: fc.constantFrom(b.id, 'gone') },
    { requiredKeys: [] },
  );

  it('writes outside of the active workspace only if it is named and confirmed, and never moves a pin', () => {
    fc.assert(
      fc.property(choices, fc.subarray([a, b, c]), fc.array(step, { maxLength: 30 }), (choice, reachable, steps) => {
        let state = startWorkspace(reachable, choice);
        for (const taken of steps) {
          const before = state;
          if (taken.do === 'switch') {
            const decision = decideSwitch(state, reference(taken.to), taken.confirmed);
            state = decision.kind === 'switched' ? decision.state : state;
            const moved = state.active?.id !== before.active?.id;
            expect(moved && !taken.confirmed && before.active !== null).toBe(false);
          } else if (taken.do === 'list') {
            state = followChanges(state, taken.reachable, choice);
            expect(before.active === null || state.active?.id === before.active.id).toBe(true);
          } else {
            const named = taken.to === null ? undefined : reference(taken.to);
            const decision = decideTarget(state, { effect: 'write', named, confirmed: taken.confirmed });
            if (decision.kind === 'go' && decision.workspace.id !== state.active?.id) {
              expect(decision.workspace).toEqual(named);
              expect(taken.confirmed || state.active === null).toBe(true);
            }
          }
          if (choice.pin !== undefined) {
            expect(state.pinned).toBe(true);
            expect(state.active === null || state.active.slug === choice.pin).toBe(true);
          }
        }
      }),
    );
  });
});

describe('followChanges', () => {
  it('keeps a lost workspace active, so that its writes are refused instead of sent elsewhere', () => {
    expect(followChanges(active(), [b], {})).toEqual(active());
  });

  it('updates the name of the active workspace', () => {
    expect(followChanges(active(), [{ ...a, name: 'Renamed' }], {}).active?.name).toBe('Renamed');
  });

  it('activates a pin that was unreachable at the start', () => {
    expect(followChanges(lost, [{ ...a, slug: 'gone' }, b], { pin: 'gone' })).toMatchObject({
      active: { slug: 'gone' },
      pinned: true,
    });
  });
});
