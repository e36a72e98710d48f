import { RECENT_EFFECTS, SHARE_TO_VERIFY } from '../../../contract/confirmations';
import type { ActionKnowledge, GameEvent, Observation, Prediction } from '../../../contract/run-knowledge';
import { describeStatus } from '../../../room/run-status';
import { answererNames } from '../../../runs/views';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, MAX_TESTED_ATTEMPTS, maxAttempts } from '../../knowledge';
import type { RunGame, RunState } from '../../state';
import type { RunRecord, Trouble } from '../evidence';
import { describeMasked } from '../views';

/** The sentences of a report, unescaped: the document escapes them. */

export const STATUS_WORDS: Record<ActionKnowledge['status'], string> = {
  unobserved: 'never observed',
  testing: 'still being tested',
  verified: 'verified',
  exhausted: 'exhausted: it never had an effect',
  unverified: 'unverified: given up before it could be confirmed',
};

const REASON_WORDS: Record<string, string> = {
  all_actions_settled: 'every action is settled',
  nothing_left_to_test: 'the explorer had nothing left to test',
  win: 'the game was won',
  action_budget: 'the action budget is spent',
  call_budget: 'the call budget is spent',
  stopped: 'it was stopped',
};

const EVENT_WORDS: Record<GameEvent, string> = {
  level: 'completed a level',
  restart: 'the level began again',
  game_over: 'the game was over',
  win: 'the game was won',
};

const TROUBLE_WORDS: Record<Trouble['kind'], string> = {
  doubt: 'in doubt: nobody knows whether the game did it',
  refused: 'refused: the game did nothing',
  note: 'noted',
};

export const describeEnd = (state: RunState): string => describeStatus(state, REASON_WORDS);

/** Notes when the author is the understudy, because its statements do not come from a model. */
export function describeAuthor(state: RunState): { name: string; note: string } {
  const name = answererNames(state).join(' + ');
  const note = name.includes('understudy')
    ? 'The understudy is the offline stand-in, not a model: its statements follow from the frames by fixed rules.'
    : '';
  return { name, note };
}

export function listFacts({ state }: RunRecord): [string, string][] {
  const { config, used, game } = state;
  return [
    ['Game', config.game],
    ['Run', state.id],
    ...(state.forkedFrom
      ? ([['Fork of', `${state.forkedFrom.run}, turn ${state.forkedFrom.turn}`]] satisfies [string, string][])
      : []),
    ['Turns', String(state.rounds)],
    ['Actions', `${used.actions} of ${config.budgets.actions}`],
    ['Calls', `${used.calls} of ${config.budgets.calls}`],
    ['Frames', String(state.frames)],
    ['Game state', game ? `${game.state}, levels completed: ${describeLevels(game)}` : 'not started'],
    ['HUD', describeMask(state)],
  ];
}

const describeLevels = ({ level, winLevels }: RunGame): string =>
  winLevels === undefined ? String(level) : `${level} of ${winLevels}`;

function describeMask(state: RunState): string {
  const { count, region } = describeMasked(state);
  if (!region) return 'nothing masked';
  const { top, left, bottom, right } = region;
  return `${count} ${count === 1 ? 'cell' : 'cells'} masked in region (${top},${left})-(${bottom},${right}): they change whatever the action`;
}

export const listActions = ({ state }: RunRecord): [string, ActionKnowledge][] =>
  Object.entries(state.knowledge.actions).sort(([a], [b]) => (a < b ? -1 : 1));

export function describeCounters(known: ActionKnowledge, needed: number): string {
  const { streak, attempts, noEffect, repeats } = known;
  return `Streak ${streak} of ${needed}; ${attempts} of ${maxAttempts(known)} attempts with effect; ${noEffect} of ${MAX_NO_EFFECT} without effect in a row${repeats > 0 ? `, and ${repeats} repeats` : ''}.`;
}

const SOURCES = {
  inferred: 'Inferred by code.',
  stated: 'Stated by the model as a rule.',
  code: 'Computed by the program that the model wrote.',
} as const;

/** How well an action's effects were predicted; empty without a definition. */
export function describePredicted({ predictions, definition, basis }: ActionKnowledge): string {
  if (definition === null) return '';
  if (basis === 'words') return "In the model's words, untested.";
  const { effects, right, wrong } = countPredicted(predictions);
  const source = SOURCES[basis ?? 'inferred'];
  return `${source} Of the last ${effects} effects, ${right} were predicted before they were seen${wrong > 0 ? `; ${wrong} predictions were wrong` : ''}.`;
}

function countPredicted(predictions: readonly Prediction[]) {
  const effects = predictions.filter(({ effect }) => effect);
  return {
    effects: effects.length,
    right: effects.filter(({ result }) => result === 'right').length,
    wrong: predictions.filter(({ result }) => result === 'wrong').length,
  };
}

/** Short form for a table. */
export function namePredicted({ predictions, definition, basis }: ActionKnowledge): string {
  if (definition === null) return '';
  if (basis === 'words') return 'untested';
  const { effects, right } = countPredicted(predictions);
  return `${right}/${effects}`;
}

/** Lists the events that ended a streak, newest last: wrong predictions and replaced definitions. */
export function listSetbacks({ observations, predictions }: ActionKnowledge): string[] {
  const redefinitions = observations.flatMap((one, at): [number, string][] => {
    // The first definition does not replace another one.
    const isNew = one.redefined && observations.slice(0, at).some(({ redefined }) => redefined);
    const frames = `turn ${one.turn}, frames ${one.beforeFrame} and ${one.afterFrame}`;
    return isNew ? [[one.afterFrame, `${frames}: the definition was replaced`]] : [];
  });
  const wrong = predictions
    .filter(({ result }) => result === 'wrong')
    .map(({ turn, beforeFrame, afterFrame, predicted, happened }): [number, string] => [
      afterFrame,
      `turn ${turn}, frames ${beforeFrame} and ${afterFrame}: predicted ${predicted}; happened: ${happened}`,
    ]);
  return [...redefinitions, ...wrong].sort(([a], [b]) => a - b).map(([, text]) => text);
}

export const NO_DEFINITION = 'none: nothing to define it by was seen';

/** Limit of the observations in a report, of each kind; the newest ones. */
export const SHOWN_EVIDENCE = 10;

export function describeFit(seen: Observation): string {
  if (seen.event) return `${EVENT_WORDS[seen.event]}, not counted`;
  if (seen.excluded) return 'not counted';
  if (seen.consistent === null) return '';
  return seen.consistent ? 'as predicted' : 'not as predicted';
}

export const describeTrouble = ({ turn, kind, action, role, message }: Trouble): string => {
  const what = action === null ? 'the start of the game' : `${action} (${role})`;
  return `turn ${turn}: ${what}, ${TROUBLE_WORDS[kind]}: ${message}`;
};

export const listRuleTexts = (needed: number): string[] => [
  `An action is verified when its definition predicted ${needed} effects in a row before they were seen, each on another board,`,
  `and at least ${SHARE_TO_VERIFY * 100} % of the last ${RECENT_EFFECTS}. A definition in words is never verified.`,
  `An action is unverified after ${MAX_ATTEMPTS} effects without that (${MAX_TESTED_ATTEMPTS} where some were predicted);`,
  `exhausted after ${MAX_NO_EFFECT} different boards in a row without any effect ever.`,
  'What completed a level, began it again or ended the game is never evidence.',
];
