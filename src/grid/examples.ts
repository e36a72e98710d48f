import type { Analysis, Suggestion } from '../contract/agents';
import type { AnalystBrief } from './briefs';
import { CLICK, pickAction, type Situation, validateSuggestion } from './choose';
import { describeObject } from './frame/objects';

/**
 * Example answers for the agents of a run. They are valid and state only facts that code observed, so a model
 * that repeats one makes no false claim.
 */

/** The first available action that may be executed here; otherwise the service's choice. */
export function suggestionExample(situation: Situation): Suggestion {
  const { rows, cols } = situation.board;
  const [place] = situation.places;
  const options = situation.available.map((id): Suggestion => {
    const observationCount = situation.actions[id]?.observations.length ?? 0;
    return {
      current_board_assessment: `The board has ${rows} rows and ${cols} columns.`,
      reasoning: `${id} has ${observationCount} ${observationCount === 1 ? 'observation' : 'observations'} so far.`,
      target_action: id,
      target_x: id === CLICK ? (place?.x ?? 0) : null,
      target_y: id === CLICK ? (place?.y ?? 0) : null,
      setup_sequence: null,
      expected_information_gain: `One more observation of ${id}, on a board on which it was not executed before.`,
      expects_change: true,
    };
  });
  const [first] = options;
  const acceptable = options.find((option) => validateSuggestion(situation, option).refusals.length === 0);
  const fallback = pickAction(situation);
  const { target } = fallback;
  return (
    acceptable ?? {
      current_board_assessment: `The board has ${rows} rows and ${cols} columns.`,
      reasoning: fallback.reason,
      target_action: target?.id ?? null,
      target_x: target?.x ?? null,
      target_y: target?.y ?? null,
      setup_sequence:
        fallback.setup.length > 0
          ? fallback.setup.map(({ id, x, y }) => (id === CLICK ? { action: id, x: x ?? 0, y: y ?? 0 } : id))
          : null,
      expected_information_gain: first?.expected_information_gain ?? 'Nothing is left to learn.',
      expects_change: null,
    }
  );
}

/** Limit on the objects in the example of an analysis. */
const SHOWN_OBJECTS = 3;

/** The first objects that changed, without repeated looks; null if none changed. */
function nameChanged({
  moved,
  recoloured,
  appeared,
  vanished,
  resized,
  reshaped,
}: AnalystBrief['objects']): string[] | null {
  const changedObjects = [...moved, ...recoloured, ...appeared, ...vanished, ...resized, ...reshaped];
  const names = [...new Set(changedObjects.map(describeObject))];
  return names.length > 0 ? names.slice(0, SHOWN_OBJECTS) : null;
}

/**
 * An analysis based on the frame comparison alone. If the action has no definition, or one in words, the
 * example refers to its first inferred rule, so that a model that repeats the example adopts the observed
 * effect. Otherwise its definition is null.
 */
export function analysisExample(brief: AnalystBrief): Analysis {
  const { action, diff, objects, beforeFrame, afterFrame, game, rules } = brief;
  const summary = diff.hasChanges ? `${diff.summary}.` : 'No cell changed.';
  const rule = rules.find((one) => one.action === action.id);
  const known = brief.actions[action.id];
  const isNeeded = diff.hasChanges && (known?.definition ?? null) === null;
  const isUntested = diff.hasChanges && known?.basis === 'words';
  return {
    interpretation: summary,
    action_definition: rule && (isNeeded || isUntested) ? `rule ${rule.n}` : isNeeded ? summary : null,
    is_consistent_with_previous: null,
    objects_involved: nameChanged(objects),
    context_description: `${action.id} led from frame ${beforeFrame} to frame ${afterFrame}; the game says ${game.state}.`,
    had_effect: diff.hasChanges,
    no_effect_reason: null,
    environment_updates: null,
    confidence: 0.5,
  };
}
