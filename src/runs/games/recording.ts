import type { ActionId } from '../../contract/agents';
import { unpackFrame } from '../../contract/frame';
import type { ReplayStep } from '../../contract/replays';

export interface RecordedRun {
  /** Run id, used in place of the session id. */
  id: string;
  /** For example `arc3:ls20-9607627b`. */
  game: string;
  /** Null: unknown. */
  winLevels: number | null;
}

/**
 * A step in the format of ARC-AGI-3-Agents' recordings (https://github.com/arcprize/ARC-AGI-3-Agents,
 * `Recorder`): the time, and the service's response with its command. Null for a step without a frame.
 *
 * @returns JSON without a trailing line break
 */
export function recordStep({ id, game, winLevels }: RecordedRun, step: ReplayStep): string | null {
  if (step.cells === null) return null;
  const { action, state, level, available, reason, role } = step;
  const gameId = game.replace(/^arc3:/, '');
  const place = action?.x === undefined ? {} : { x: action.x, y: action.y };
  return JSON.stringify({
    timestamp: step.at,
    data: {
      game_id: gameId,
      frame: [...step.animation, step.cells].map(unpackFrame),
      state,
      levels_completed: level,
      score: level,
      ...(winLevels !== null && { win_levels: winLevels }),
      action_input: {
        id: action ? actionNumber(action.id) : RESET,
        data: { game_id: gameId, ...place },
        reasoning: action ? { role, ...(reason !== null && { reasoning: reason }) } : null,
      },
      guid: id,
      full_reset: step.kind === 'start',
      available_actions: available.map(actionNumber),
    },
  });
}

/** RESET's number in the protocol. */
const RESET = 0;

const actionNumber = (id: ActionId): number => Number(id.slice(-1));
