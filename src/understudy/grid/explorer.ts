import type { ActionId, GameAction, Suggestion } from '../../contract/agents';
import { countConfirmations } from '../../contract/confirmations';
import type { ExplorerBrief } from '../../grid/briefs';
import { CLICK, pickAction, type Situation } from '../../grid/choose';
import { readBoard } from '../../grid/claims/board';
import { isSettled, unobservedAction } from '../../grid/knowledge';
import type { Aim, Plan } from './aims';
import { findClickables } from './clicks';
import { describePlace } from './describe';
import { shuffle } from './order';
import { planTarget } from './plan';
import { type Study, studyRun } from './study';

/**
 * The understudy's suggestion. Actions never observed come first; then the cheapest thing worth trying, here or where
 * verified actions are thought to lead (explore/plan.ts). Null only when everything on offer is settled.
 * Deterministic.
 */
export function suggestAction(brief: ExplorerBrief): Suggestion {
  const study = studyRun(brief.history(), brief.mask);
  const { situation } = brief;
  const open = situation.available.some((id) => !isSettled(situation.actions[id]?.status ?? 'unobserved'));
  if (!open) return suggest(brief, study, null, [], 'Every action on offer is settled.');
  const unseen = chooseUnobserved(brief, study);
  if (unseen) return suggest(brief, study, unseen, [], `${unseen.id} has no observations yet.`);
  const plan = brief.refused ? null : planTarget(brief, study);
  if (plan) return suggest(brief, study, plan.target, plan.setup, explain(situation, plan));
  const { target, setup, reason } = pickAction(situation);
  return suggest(brief, study, target, setup, reason);
}

/** An action that was never observed; a click on the most distinctive object. */
function chooseUnobserved({ situation, frame, seed }: ExplorerBrief, study: Study): GameAction | null {
  // The first one opens every run alike; a click is aimed best once it is known what moves.
  const [first, ...rest] = situation.available;
  const order = [
    first,
    ...shuffle(
      rest.filter((one) => one !== CLICK),
      seed,
    ),
    CLICK,
  ].filter((one): one is ActionId => one !== undefined && situation.available.includes(one));
  const id = order.find((one) => (situation.actions[one]?.observations.length ?? 0) === 0);
  if (!id) return null;
  if (id !== CLICK) return { id };
  return findClickables(readBoard(frame), study)[0]?.action ?? { id, x: 0, y: 0 };
}

function suggest(
  brief: ExplorerBrief,
  study: Study,
  target: GameAction | null,
  setup: readonly GameAction[],
  reason: string,
): Suggestion {
  const lead =
    setup.length === 0
      ? ''
      : setup.length === 1
        ? ' A verified action leads there first.'
        : ` ${setup.length} verified actions lead there first.`;
  const triedActions = Object.keys(brief.situation.tried[brief.situation.stateKey] ?? {});
  return {
    current_board_assessment: `${describePlace(study, brief.frame)} Executed in this state so far: ${triedActions.join(', ') || 'nothing'}.`,
    reasoning: `${reason}${lead}`,
    target_action: target?.id ?? null,
    target_x: target?.x ?? null,
    target_y: target?.y ?? null,
    setup_sequence: setup.map(({ id, x, y }) =>
      x === undefined || y === undefined ? id : { action: id, x, y },
    ),
    expected_information_gain: expect(brief.situation, target?.id ?? null),
  };
}

const WHY: Record<Aim, string> = {
  confirm: 'its claims foretell an effect in a state where it was not tried',
  news: 'it had no effect so far, and here something is met that was not met when it was tried',
  again: 'it had an effect that is not understood yet',
  unknown: 'its claims do not say what happens here',
  varied: 'its definition is held against boards unlike those that were seen',
  limit: 'it would go further than it was ever seen to go',
  anew: 'more was learnt since it was defined',
  gone: 'what its claims speak of is not on the board',
  ground: 'its claims do not say what the ground ahead does',
  colour: 'it has to be followed to more colours before it can be confirmed',
  scout: 'something that nobody met yet is looked for',
  rival: 'two accounts of it foretell the same so far',
  passing: 'it had no effect so far, and this state is new',
  repeat: 'it had no effect so far, and was not tried in this state',
};

function explain({ actions }: Situation, { target, aim }: Plan): string {
  if (aim === 'scout') return `With ${target.id}, ${WHY[aim]}.`;
  const { streak, needed } = countConfirmations(actions[target.id] ?? unobservedAction());
  return `${target.id} needs more observations (${streak}/${needed}): ${WHY[aim]}.`;
}

function expect(situation: Situation, target: ActionId | null): string {
  if (target === null) return 'None.';
  const knowledge = situation.actions[target];
  if (!knowledge || knowledge.observations.length === 0) return `What ${target} does at all.`;
  return knowledge.definition
    ? `Whether the definition of ${target} holds in another state.`
    : `Whether ${target} has an effect in this state.`;
}
