import type { Exit, StoryStep } from '../../packages/zmachine-story/src/types';
import type { PayloadOf } from '../../src/contract/events/events';
import { makeReading, makeStory, thing } from './adventure-sample';

export interface MoveArgs {
  command?: string;
  from?: number | null;
  to?: number | null;
  by?: 'adventurer' | 'player';
  effect?: boolean;
  died?: boolean;
  text?: string;
  name?: string;
  score?: number | null;
  carried?: number[];
  exits?: Exit[] | null;
  awaits?: StoryStep['awaits'];
  stopped?: StoryStep['stopped'];
  notes?: StoryStep['notes'];
}

/** `command.executed` of one command; it moved if the places differ, unless overridden. */
export function makeMove(args: MoveArgs = {}): PayloadOf<'command.executed'> {
  const { from = 1, command = 'wait', by = 'adventurer', died = false, exits = null } = args;
  const to = args.to === undefined ? from : args.to;
  const moved = to !== from;
  return {
    episode: 1,
    command,
    by,
    given: null,
    thinking: null,
    from,
    to,
    effect: args.effect ?? moved,
    moved,
    died,
    exits,
    story: makeStory({
      text: args.text ?? 'Nothing happens.',
      upper: [],
      awaits: args.awaits ?? 'line',
      stopped: args.stopped ?? null,
      notes: args.notes ?? [],
      reading: makeReading({
        location: to === null ? null : { id: to, name: args.name ?? `Place ${to}` },
        score: args.score ?? null,
        moves: null,
        inventory: (args.carried ?? []).map((id) => thing(id, `thing ${id}`)),
        visible: [],
      }),
    }),
  };
}

export const walk = (from: number, command: string, to: number): MoveArgs => ({ from, command, to });

/** 1 – 2 – 3 in a row to the north, a longer way from 1 over 4 and 5 to 3, and a door in 3. */
export const ROUND_MOVES: MoveArgs[] = [
  walk(1, 'east', 4),
  walk(4, 'north', 5),
  walk(5, 'west', 3),
  walk(3, 'south', 2),
  walk(2, 'south', 1),
  walk(1, 'north', 2),
  walk(2, 'north', 3),
  { from: 3, command: 'up', text: 'The hatch is nailed shut.' },
];

/** A tried and undone exit; `to` null: it leads nowhere. */
export const makeExit = (direction: string, to: number | null, more: Partial<Exit> = {}): Exit => ({
  direction,
  to: to === null ? null : { id: to, name: `Place ${to}` },
  text: to === null ? "You can't go that way." : 'You go.',
  deadly: false,
  ...more,
});
