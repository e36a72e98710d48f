import type { PayloadOf } from '../events';

/** A step of the way to where a story stands now: a turn with what was typed in it, or a file that was restored. */
export interface TrailStep {
  /** Number of the turn; a negative one is a file that was restored behind it. */
  turn: number;
  /** Empty for a beginning, and for a save that was restored. */
  commands: readonly string[];
}

type Trail = readonly TrailStep[];

/** Adds a command to a trail. */
export function addCommand(trail: Trail, turn: number, command: string): Trail {
  const last = trail.at(-1);
  if (last?.turn !== turn) return [...trail, { turn, commands: [command] }];
  return [...trail.slice(0, -1), { turn, commands: [...last.commands, command] }];
}

/** Returns the trail after the story was taken elsewhere, and the commands that this took back, oldest first. */
export function takeBack(
  trail: Trail,
  { to: turn, file }: Pick<PayloadOf<'story.restored'>, 'to' | 'file'>,
): { trail: Trail; undone: readonly string[] } {
  const to = file ? -turn : turn;
  const at = trail.findLastIndex((step) => step.turn === to);
  if (at < 0) return { trail: [...trail, { turn: to, commands: [] }], undone: [] };
  return { trail: trail.slice(0, at + 1), undone: trail.slice(at + 1).flatMap(({ commands }) => commands) };
}
