import type { PayloadOf } from '../events';

/** A step on the way to the current state of a story: a turn with its commands, or a restored file. */
export interface TrailStep {
  /** Number of the turn; negative for a file restored after that turn. */
  turn: number;
  /** Empty for an opening or a restored save. */
  commands: readonly string[];
}

type Trail = readonly TrailStep[];

export function addCommand(trail: Trail, turn: number, command: string): Trail {
  const last = trail.at(-1);
  if (last?.turn !== turn) return [...trail, { turn, commands: [command] }];
  return [...trail.slice(0, -1), { turn, commands: [...last.commands, command] }];
}

/** The trail after the story was restored to an earlier state, and the undone commands, oldest first. */
export function undoCommand(
  trail: Trail,
  { to: turn, file }: Pick<PayloadOf<'story.restored'>, 'to' | 'file'>,
): { trail: Trail; undone: readonly string[] } {
  const to = file ? -turn : turn;
  const at = trail.findLastIndex((step) => step.turn === to);
  if (at < 0) return { trail: [...trail, { turn: to, commands: [] }], undone: [] };
  return { trail: trail.slice(0, at + 1), undone: trail.slice(at + 1).flatMap(({ commands }) => commands) };
}
