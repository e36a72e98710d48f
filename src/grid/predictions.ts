import { compare, Model, type ModelData } from 'rule-learner';
import { memoizeObject } from '../base/memoize';
import type { ActionId } from '../contract/agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { frameKey } from '../contract/frame';
import type { ActionKnowledge, Prediction } from '../contract/run-knowledge';
import type { StepContext } from '../room/step-context';
import { describeForecast, describeHappening } from './describe-happening';
import { readHistory } from './history';
import { addPredictions, rebase } from './knowledge';
import { learnFrom, listEvidence, listPast } from './learner';
import { currentMask, type RunState } from './state';
import { checkWorld } from './world-code/check';

/** Limit on the stored text of a prediction, in characters. */
const MAX_TEXT = 300;

/**
 * Checks the predictions for all executions since the last check and stores them with the new state of each
 * action as `predictions.checked`. The model has learned only from transitions up to the last check, so every
 * prediction precedes its outcome.
 *
 * @param mayRunCode whether the operator allows programs
 */
export async function checkPredictions(ctx: StepContext<RunState>, mayRunCode: boolean): Promise<void> {
  const { state } = ctx;
  const mask = currentMask(state);
  const evidence = listEvidence(readHistory(ctx), mask);
  const firstNew = evidence.findIndex(({ transition }) => transition.afterFrame > state.checked);
  if (firstNew < 0) return;
  const known = evidence.slice(0, firstNew);
  const model = learnFrom(known, mask);
  const world = await checkWorld(state, known, evidence.slice(firstNew), mayRunCode);
  const predictions = evidence.slice(firstNew).map(({ transition, step }, i) => {
    const { id, x, y } = transition.action;
    const predictor = predictorOf(state.knowledge.actions[id], model);
    const past = step.start ? [] : listPast(evidence.slice(0, firstNew + i));
    const computed = state.knowledge.actions[id]?.basis === 'code' ? world?.checks[i] : undefined;
    const forecast = computed?.forecast ?? predictor.predict(step.before, step.action, past);
    const result = computed?.result ?? compare(forecast, step.before, step.after, mask);
    const prediction: Prediction & { action: ActionId } = {
      action: id,
      turn: transition.turn,
      beforeFrame: transition.beforeFrame,
      afterFrame: transition.afterFrame,
      click: x === undefined || y === undefined ? null : { x, y },
      stateKey: frameKey(transition.before, mask),
      effect: step.before.cells.some((colour, cell) => colour !== step.after.cells[cell] && !mask.has(cell)),
      predicted: describeForecast(forecast, transition.before, mask).slice(0, MAX_TEXT),
      happened: describeHappening(transition, mask).slice(0, MAX_TEXT),
      ...(computed?.isSeen && { seen: true }),
      ...(!computed && predictor.isTentative(id) && { tentative: true }),
      result,
    };
    return prediction;
  });
  const actions = reviseActions(state, predictions, learnFrom(evidence, mask), (world?.score.wrong ?? 0) > 0);
  const draft: EventDraft = {
    kind: 'predictions.checked',
    actor: 'system',
    turn: state.rounds,
    payload: { predictions, actions, ...(world && { world: world.score }) },
  };
  await ctx.commit('check', [draft]);
}

const readStated = memoizeObject((stated: object) => Model.fromJSON(stated as ModelData));

/** The model that predicts an action: rules stated by a model, or else the inferred rules. */
function predictorOf(
  known: ActionKnowledge | undefined,
  inferred: Model,
): Pick<Model, 'predict' | 'isTentative'> {
  const stated = known?.basis === 'stated' ? known.stated : undefined;
  if (typeof stated !== 'object' || stated === null) return inferred;
  return readStated(stated);
}

/**
 * Actions whose standing or definition changes with the new predictions and the model that learned from their
 * outcomes.
 */
function reviseActions(
  { knowledge, config }: RunState,
  predictions: readonly (Prediction & { action: ActionId })[],
  model: Model,
  isRefuted: boolean,
): PayloadOf<'predictions.checked'>['actions'] {
  return Object.entries(knowledge.actions).flatMap(([id, known]) => {
    const own = predictions.filter(({ action }) => action === id).map(({ action: _, ...one }) => one);
    if (isRefuted && known.basis === 'code') {
      const text = model.define(id);
      const basis = text === null ? null : 'inferred';
      return [{ action: id as ActionId, ...rebase(known, { text, basis }, config.verifyAfter) }];
    }
    const revised = addPredictions(known, own, model.define(id), config.verifyAfter);
    const isSame =
      revised.status === known.status &&
      revised.streak === known.streak &&
      revised.definition === known.definition;
    return isSame ? [] : [{ action: id as ActionId, ...revised }];
  });
}
