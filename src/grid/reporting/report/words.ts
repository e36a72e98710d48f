import {
  countConfirmations,
  STATES_AN_EXCEPTION,
  STATES_TO_VERIFY,
  STREAK_TO_VERIFY,
} from '../../../contract/confirmations';
import type { ActionKnowledge, Claim, GameEvent, Observation } from '../../../contract/run-knowledge';
import { describeStatus } from '../../../room/run-status';
import { nameAnswered } from '../../../runs/views';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, MAX_READ_ATTEMPTS, mostAttempts } from '../../knowledge';
import type { RunState } from '../../state';
import type { Lapse, RunRecord, Trouble } from '../evidence';
import { describeMasked } from '../views';

/** The sentences of a report. Plain text: the document escapes it. */

export const STATUS_WORDS: Record<ActionKnowledge['status'], string> = {
  unobserved: 'never observed',
  testing: 'still being tested',
  verified: 'verified',
  exhausted: 'exhausted: it never had an effect',
  unverified: 'unverified: given up before it could be confirmed',
};

const REASON_WORDS: Record<string, string> = {
  all_actions_settled: 'every action is settled',
  target_null: 'the explorer had nothing left to test',
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

/** Names the author. The understudy is named for what it is: its statements are no model's. */
export function describeAuthor(state: RunState): { name: string; note: string } {
  const name = nameAnswered(state).join(' + ');
  const note = name.includes('understudy')
    ? 'The understudy is the offline stand-in, not a model: its statements follow from the frames by fixed rules.'
    : '';
  return { name, note };
}

/** Facts of a run, as pairs of a name and a value. */
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
    ['Game state', game ? `${game.state}, levels completed: ${game.level}` : 'not started'],
    ['HUD', describeMask(state)],
  ];
}

function describeMask(state: RunState): string {
  const { count, region } = describeMasked(state);
  if (!region) return 'nothing masked';
  const { top, left, bottom, right } = region;
  return `${count} ${count === 1 ? 'cell' : 'cells'} masked in region (${top},${left})-(${bottom},${right}): they change whatever the action`;
}

/** Actions in the order of their names. */
export const listActions = ({ state }: RunRecord): [string, ActionKnowledge][] =>
  Object.entries(state.knowledge.actions).sort(([a], [b]) => (a < b ? -1 : 1));

export function describeCounters(known: ActionKnowledge): string {
  const { attempts, noEffect, repeats } = known;
  const { streak, needed } = countConfirmations(known);
  return `Streak ${streak} of ${needed}; ${attempts} of ${mostAttempts(known)} attempts with effect; ${noEffect} of ${MAX_NO_EFFECT} without effect in a row${repeats > 0 ? `, and ${repeats} repeats` : ''}.`;
}

/** Tells how much of what was recorded a definition foretells; empty where there is none. */
export function describeCoverage({ coverage, definition }: ActionKnowledge): string {
  if (definition === null) return '';
  if (coverage === null) return "In the model's words, untested: code cannot read them.";
  const { effects, foretold, states, since, wrong, exceptions } = coverage;
  const parts = [
    `Foretells ${foretold} of ${effects} effects, on ${states} different ${states === 1 ? 'board' : 'boards'} (${since} of them since it has said so)`,
    ...(wrong > 0 ? [`${wrong} went otherwise`] : []),
    ...(exceptions > 0 ? [`${exceptions} named as ${exceptions === 1 ? 'an exception' : 'exceptions'}`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** The same in a table. */
export const nameCoverage = ({ coverage, definition }: ActionKnowledge): string =>
  definition === null ? '' : coverage === null ? 'untested' : `${coverage.foretold}/${coverage.effects}`;

/** Lists what ended a streak or a verification, newest last: observations, executions, and a coverage that fell. */
export function listSetbacks(
  { observations, contradictions }: ActionKnowledge,
  lapses: readonly Lapse[] = [],
): string[] {
  const setbacks = observations.flatMap((one, at): [number, string][] => {
    const frames = `turn ${one.turn}, frames ${one.beforeFrame} and ${one.afterFrame}`;
    if (one.contradicts || (one.hadEffect && one.consistent === false))
      return [[one.afterFrame, `${frames}: it went otherwise than the definition said`]];
    return one.redefined && at > 0 && observations.slice(0, at).some(({ hadEffect }) => hadEffect)
      ? [[one.afterFrame, `${frames}: the definition got another meaning`]]
      : [];
  });
  const wrongForecasts = contradictions.map(
    ({ turn, beforeFrame, afterFrame, predicted, happened }): [number, string] => [
      afterFrame,
      `turn ${turn}, frames ${beforeFrame} and ${afterFrame}, on the way to another test: foretold ${predicted}; happened: ${happened}`,
    ],
  );
  const ends = lapses.map(({ turn, frame, coverage: { foretold, effects, wrong } }): [number, string] => [
    frame + 0.5,
    `turn ${turn}: no longer verified; it foretells ${foretold} of ${effects} effects, and ${wrong} went otherwise`,
  ]);
  return [...setbacks, ...wrongForecasts, ...ends].sort(([a], [b]) => a - b).map(([, text]) => text);
}

export const NO_DEFINITION = 'none: nothing to define it by was seen';

/** Recorded executions that speak against any claim of a definition. */
export const countAgainst = (claims: readonly Claim[]): number =>
  new Set(
    claims.flatMap(({ cases }) =>
      cases.filter(({ result }) => result === 'contradicts').map(({ afterFrame }) => afterFrame),
    ),
  ).size;

export function describeHeld({ checkable, checked, cases, about }: Claim): string {
  if (about === 'others')
    return `they changed in ${checked.fits} of ${cases.length} executions of other actions`;
  const { fits, contradicts, silent, foretold } = checked;
  if (checkable) {
    const spoke = fits + contradicts;
    return `held ${fits} of ${spoke} times it foretold something (${foretold} of them after it was made); said nothing ${silent} times`;
  }
  const judgedCases = cases.filter((one) => one.analyst !== null);
  const agreeCount = judgedCases.filter((one) => one.analyst).length;
  return `prose that code cannot check; the analyst called ${agreeCount} of ${judgedCases.length} observations consistent with what it held then`;
}

/** Observations that a report points to: the newest of each kind. */
export const SHOWN_EVIDENCE = 10;

export function describeFit(seen: Observation): string {
  if (seen.event) return `${EVENT_WORDS[seen.event]}, not counted`;
  if (seen.excluded) return 'not counted';
  if (seen.consistent === null) return '';
  return seen.consistent ? 'consistent' : 'not consistent';
}

export const describeTrouble = ({ turn, kind, action, role, message }: Trouble): string => {
  const what = action === null ? 'the start of the game' : `${action} (${role})`;
  return `turn ${turn}: ${what}, ${TROUBLE_WORDS[kind]}: ${message}`;
};

/** The rules by which a run settles its actions, in a few sentences. */
export const RULES = [
  'An action is verified when its definition foretells at least 80 % of the recorded effects, on',
  `${STATES_TO_VERIFY} different boards or more since it has said so (${STATES_AN_EXCEPTION} for each exception), and none went otherwise`,
  `that it does not name as an exception; where code cannot read it, after ${STREAK_TO_VERIFY} consistent observations with effect in a row. It is unverified`,
  `after ${MAX_READ_ATTEMPTS} with effect without that, more where nothing contradicts it, ${MAX_ATTEMPTS} where code cannot read it; exhausted after ${MAX_NO_EFFECT} different boards in a row without any effect ever.`,
  'What completed a level, began it again or ended the game is never evidence.',
  'Claims are held against every recorded execution of their action, those of setup sequences included.',
];
