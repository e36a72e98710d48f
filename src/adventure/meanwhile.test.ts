import { describe, expect, it } from 'vitest';
import {
  type AdventureRoom,
  createAdventureRoom,
  playedAdventure,
  playOneTurn,
} from '../../test/support/adventure-run';
import type { Event, EventDraft } from '../contract/events/events';
import type { Result } from '../contract/problems';
import { decideAdd, decideCommand, decideDrop } from './people';
import { reduceAdventure } from './state';
import type { AdventureState } from './state-types';

const payloads = (room: AdventureRoom, kind: Event['kind']) =>
  room.ledger.filter((event) => event.kind === kind).map(({ payload }) => payload);

/**
 * Plays turns as a room does: they see the run as of their start, plus their own events.
 * @returns stores a person's action, which the turn sees only when it closes
 */
function freeze(room: AdventureRoom): (decided: Result<EventDraft[]>) => void {
  const outside = new Set<number>();
  let playing = false;
  const open = room.open.bind(room);
  room.open = (...args) => {
    outside.clear();
    const ctx = open(...args);
    playing = true;
    const { ask, effect, commit } = ctx;
    return Object.defineProperty({ ...ctx, ask, effect, commit }, 'state', {
      get: () =>
        room.ledger
          .filter(({ seq }) => !outside.has(seq))
          .reduce<AdventureState | null>(reduceAdventure, null),
    });
  };
  return (decided) => {
    if (!decided.ok || !playing) throw new Error(JSON.stringify(decided));
    for (const { seq } of room.append(decided.value)) outside.add(seq);
  };
}

const changed = (budgets: object): Result<EventDraft[]> => ({
  ok: true,
  value: [{ kind: 'run.changed', actor: 'system', payload: { budgets: { ...budgets } } }],
});

describe('what a person does while a turn is played', () => {
  it('is what the turn closes on: nothing is completed that was dropped, nor declared that is there', async () => {
    let act = () => {};
    const room = await createAdventureRoom({
      commands: [
        { action: 'look', new_objective: 'find the key of the oak door at L7' },
        { action: 'inventory', new_objective: 'light the lantern', complete_objective: 'A1' },
      ],
      answers: {
        chronicler: () => {
          act();
          return { keep: false };
        },
        completion: () => ({ completed: [{ id: 'A1', evidence: 'so it seems' }] }),
      },
    });
    const meanwhile = freeze(room);
    await playOneTurn(room);
    act = () => {
      meanwhile(decideDrop(room.state, 'A1'));
      meanwhile(decideAdd(room.state, { text: 'Light the lantern.', priority: 'normal', parent: null }));
    };
    await playOneTurn(room);
    expect(room.state.objectives.map(({ id, status }) => [id, status])).toEqual([
      ['A1', 'dropped'],
      ['P1', 'active'],
    ]);
    expect(payloads(room, 'objective.completed')).toEqual([]);
    expect(payloads(room, 'objective.refused')).toMatchObject([
      { why: 'unknown', text: 'A1' },
      { why: 'duplicate', of: 'P1' },
    ]);
  });

  it('lets the run go on when it is a higher budget, and end when it is a lower one', async () => {
    let act = () => {};
    const room = await createAdventureRoom({
      answers: {
        chronicler: () => {
          act();
          return { keep: false };
        },
      },
      budgets: { turns: 1 },
    });
    const meanwhile = freeze(room);
    act = () => meanwhile(changed({ turns: 5 }));
    await playOneTurn(room);
    expect(room.state).toMatchObject({ status: 'running', used: { turns: 1 } });
    expect(room.state.episodes).toMatchObject([{ end: null }]);
    act = () => meanwhile(changed({ turns: 2 }));
    await playOneTurn(room);
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'turn_budget', used: { turns: 2 } });
  });

  it('ends the run before the next command, and counts no turn for it, when the budget is spent by then', async () => {
    const room = await playedAdventure(1, { budgets: { turns: 9 } });
    room.append([{ kind: 'run.changed', actor: 'system', payload: { budgets: { turns: 1 } } }]);
    await playOneTurn(room);
    expect(payloads(room, 'command.executed')).toHaveLength(1);
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'turn_budget', used: { turns: 1 } });
  });
});

it('commands that wait are so many at most, and suggestions keep nobody from typing', async () => {
  const room = await createAdventureRoom();
  const give = (mode: 'take' | 'suggest') => {
    const decided = decideCommand(room.state, { command: 'look', mode });
    if (decided.ok) room.append(decided.value);
    return decided;
  };
  for (const mode of ['suggest', 'take'] as const) {
    for (let n = 1; n <= 20; n += 1) expect(give(mode).ok, `${mode} ${n}`).toBe(true);
    expect(give(mode)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  }
});
