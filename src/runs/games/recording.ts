import type { ActionId } from '../../contract/agents';
import { unpackFrame } from '../../contract/frame';
import type { ReplayStep } from '../../contract/replays';

/** A run as the lines of a recording name it. */
export interface RecordedRun {
  /** Id of the run; it stands in the place of the session's id. */
  id: string;
  /** As the run has it: `arc3:ls20-9607627b`. */
  game: string;
  /** Levels of the game; null: it does not say. */
  winLevels: number | null;
}

/**
 * A step as a line of a recording of ARC-AGI-3-Agents (https://github.com/arcprize/ARC-AGI-3-Agents, `Recorder`): the time,
 * and the answer of the service with the command that led to it. Null for a step that showed no frame.
 *
 * @returns JSON without a line break at its end
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
        id: action ? numberOf(action.id) : RESET,
        data: { game_id: gameId, ...place },
        reasoning: action ? { role, ...(reason !== null && { reasoning: reason }) } : null,
      },
      guid: id,
      full_reset: step.kind === 'start',
      available_actions: available.map(numberOf),
    },
  });
}

/** Number of RESET among the commands of the protocol. */
const RESET = 0;

const numberOf = (id: ActionId): number => Number(id.slice(-1));
