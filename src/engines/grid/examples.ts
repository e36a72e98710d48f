import type { Analysis, Suggestion } from '../../api/agents';
import type { AnalystBrief } from './briefs';
import { CLICK, pickAction, type Situation, validateSuggestion } from './choose';

/**
 * Answers that the agents of a run are shown as examples of the form. They would be accepted now, and say nothing but
 * what code saw: a model that repeats one of them claims nothing that is not so.
 */

/** The first action on offer that may be executed here; where none may, what the service would pick. */
export function suggestionExample(situation: Situation): Suggestion {
  const { rows, cols } = situation.board;
  const [place] = situation.places;
  const options = situation.available.map((id): Suggestion => {
    const seen = situation.actions[id]?.observations.length ?? 0;
    return {
      current_board_assessment: `The board has ${rows} rows and ${cols} columns.`,
      reasoning: `${id} has ${seen} ${seen === 1 ? 'observation' : 'observations'} so far.`,
      target_action: id,
      target_x: id === CLICK ? (place?.x ?? 0) : null,
      target_y: id === CLICK ? (place?.y ?? 0) : null,
      setup_sequence: null,
      expected_information_gain: `One more observation of ${id}, in a state where it was not executed before.`,
    };
  });
  const [first] = options;
  const accepted = options.find((option) => validateSuggestion(situation, option).refusals.length === 0);
  const picked = pickAction(situation);
  const { target } = picked;
  return (
    accepted ?? {
      current_board_assessment: `The board has ${rows} rows and ${cols} columns.`,
      reasoning: picked.reason,
      target_action: target?.id ?? null,
      target_x: target?.x ?? null,
      target_y: target?.y ?? null,
      setup_sequence:
        picked.setup.length > 0
          ? picked.setup.map(({ id, x, y }) => (id === CLICK ? { action: id, x: x ?? 0, y: y ?? 0 } : id))
          : null,
      expected_information_gain: first?.expected_information_gain ?? 'Nothing is left to be learnt.',
    }
  );
}

/** What the comparison of the frames says of this turn. */
export function analysisExample({ action, diff, beforeFrame, afterFrame, game }: AnalystBrief): Analysis {
  const summary = diff.hasChanges ? `${diff.summary}.` : 'No cell changed.';
  return {
    interpretation: summary,
    action_definition: null,
    is_consistent_with_previous: null,
    objects_involved: null,
    context_description: `${action.id} led from frame ${beforeFrame} to frame ${afterFrame}; the game says ${game.state}.`,
    had_effect: diff.hasChanges,
    no_effect_reason: null,
    environment_updates: null,
    confidence: 0.5,
  };
}
