import type { DirectorPlan, DirectorReconciliation, SummaryReport } from '../../../api/agents';
import type { Line } from '../prompt/envelope';
import { findMember, listCast, type SceneState } from '../state';

/** Answers that the agents of the house are shown as examples of the form. What they say is true, or nothing. */

/** Lists and facts are null, as in most rounds; who acts is somebody who is there, one who was addressed first. */
export function directorExample(
  state: SceneState,
  pass: 1 | 2,
  inputs: readonly Line[],
): DirectorPlan | DirectorReconciliation {
  const none = {
    openGuidance: null,
    activations: null,
    deactivations: null,
    stateUpdates: null,
    worldUpdates: null,
    trackers: null,
  };
  if (pass === 2) return { ...none, remainingActors: null, newActivations: null };
  const present = listCast(state).filter(({ active }) => active);
  const addressed = inputs.flatMap(({ to }) => to).find((id) => findMember(state, id)?.active);
  const id = addressed ?? present[0]?.id;
  const guidance = 'Answer what was said last.';
  return {
    ...none,
    actingCharacters: id === undefined ? null : [{ id, guidance, priority: null, order: null }],
  };
}

/** Rounds of an example; the form is clear from fewer. */
const MAX_ROUNDS = 12;
/** Names of a sentence. */
const MAX_NAMES = 3;

/** Who spoke, round by round: that much is true of what is to be summed up. */
export function summaryExample(messages: readonly Line[]): SummaryReport {
  const rounds = [...new Set(messages.map(({ round }) => round))];
  const whoSpoke = (lines: readonly Line[]): string =>
    [...new Set(lines.map(({ name }) => name))].slice(0, MAX_NAMES).join(', ');
  return {
    bullets: rounds.slice(0, MAX_ROUNDS).map((round) => ({
      round,
      text: `${whoSpoke(messages.filter((line) => line.round === round))} spoke.`,
    })),
    running: `Up to round ${rounds.at(-1) ?? 0}, ${whoSpoke(messages)} spoke.`,
  };
}
