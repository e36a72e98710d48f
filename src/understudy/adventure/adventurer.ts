import { playTurn } from 'story-player';
import type { AdventurerBrief } from '../../adventure/briefs';
import { isFair } from '../../adventure/fair/play';
import type { AdventurerAnswer } from '../../contract/adventure-agents';

/** The next command, with the player's memo in the thoughts. */
export function playAdventurer(brief: AdventurerBrief): AdventurerAnswer {
  const { state } = brief;
  const { command, why, memo, goal } = playTurn({ ...brief, turn: state.rounds, isFair: isFair(state) });
  return {
    thinking: why + memo,
    action: command,
    new_objective: goal && { ...goal, parent: null },
    complete_objective: null,
  };
}
