import type { Json } from '../base/json';
import type { Analysis, EnvironmentUpdate } from '../contract/agents';
import { RECENT_EFFECTS, SHARE_TO_VERIFY, STREAK_TO_VERIFY } from '../contract/confirmations';
import type { PayloadOf } from '../contract/events/events';
import { swapPredictions } from '../contract/events/fold/code-world';
import type {
  ActionKnowledge,
  ActionStatus,
  DefinitionBasis,
  EnvironmentEntry,
  Knowledge,
  Observation,
  Prediction,
} from '../contract/run-knowledge';

/** Give up an unverified action after this many observations with an effect. */
export const MAX_ATTEMPTS = 8;
/** The same for an action with a testable definition and at least one correctly predicted effect. */
export const MAX_TESTED_ATTEMPTS = 12;
/** Give up an action after this many different boards in a row without an effect. */
export const MAX_NO_EFFECT = 8;
/** Give up an action after this many repeats in a row: no other board is within reach. */
export const MAX_REPEATS = 8;
/** Give up an action after this many observations without an effect and repeats in a row. */
const MAX_IN_VAIN = 16;
/** Give up an action after this many observations in a row that ended the game or reset the level. */
const MAX_EVENTS = 8;

/** Limits on the state; the ledger has everything. */
const KEPT_OBSERVATIONS = 160;
const KEPT_PREDICTIONS = 50;
/** Give up an unverified action after this many observations that count, with or without an effect. */
const MAX_SEEN = 128;
/** Never drop the first observations that count: the status rules use all of them each time. */
const KEPT_FIRST = MAX_SEEN + 2;
const KEPT_DEFINITIONS = 20;
const KEPT_TEXTS = 20;
const KEPT_ENTRIES = 200;
const KEPT_HISTORY = 200;
/** Confidence of an update that is a plain string. */
const PLAIN_CONFIDENCE = 0.5;

/** Tentative rules can be verified by at least this many effects in a row. */
const TENTATIVE_FROM = 5;

/** A definition and its basis. `stated` has the rules of a definition that a model wrote in JSON. */
export interface Definition {
  text: string;
  basis: DefinitionBasis;
  stated?: Json;
}

/** An analyzed execution of an action, not yet judged. */
export interface Evidence
  extends Omit<Observation, 'at' | 'hadEffect' | 'counted' | 'redefined' | 'kindsLeft'> {
  /** The analyst's definition; null keeps the current one. */
  definition: Definition | null;
  /** Kinds of objects on the board that no click has hit, except for this click's; 0 for other actions. */
  kindsLeft: number;
}

/** The counters of an action and the resulting status. */
export type ActionStanding = Pick<ActionKnowledge, 'status' | 'streak' | 'attempts' | 'noEffect' | 'repeats'>;

/** A judged observation and the new state of its action; `at` is added when it is stored. */
export type ActionVerdict = PayloadOf<'knowledge.updated'>['verdict'];

export const unobservedAction = (): ActionKnowledge => ({
  status: 'unobserved',
  definition: null,
  basis: null,
  definitions: [],
  streak: 0,
  attempts: 0,
  noEffect: 0,
  repeats: 0,
  predictions: [],
  observations: [],
});

export const emptyKnowledge = (): Knowledge => ({
  actions: {},
  environment: { objects: [], relationships: [], rules: [], history: [] },
});

/** Adds an entry for each action in `offered`. A run waits only for actions that were ever available. */
export function offerActions(knowledge: Knowledge, offered: readonly string[]): Knowledge {
  const fresh = offered.filter((action) => !knowledge.actions[action]);
  if (fresh.length === 0) return knowledge;
  const actions = { ...knowledge.actions };
  for (const action of fresh) actions[action] = unobservedAction();
  return { ...knowledge, actions };
}

/** Limit on the observations with an effect of an unverified action. */
export const maxAttempts = ({
  basis,
  predictions,
}: Pick<ActionKnowledge, 'basis' | 'predictions'>): number =>
  basis !== 'words' && predictions.some(({ effect, result }) => effect && result === 'right')
    ? MAX_TESTED_ATTEMPTS
    : MAX_ATTEMPTS;

/** True if an action needs no more observations. */
export const isSettled = (status: ActionStatus): boolean =>
  status === 'verified' || status === 'exhausted' || status === 'unverified';

/**
 * Counts correctly predicted effects in a row, each on a different board or, for clicks, at a different
 * place. Uses the longest row among the last ten effects with a prediction, since the last wrong one, less one for
 * each wrong one. An effect without a complete prediction ends a row. An effect already seen on the same board, or
 * predicted by tentative rules below {@link TENTATIVE_FROM}, counts only if its prediction was wrong.
 *
 * @returns 0 also if less than 80 % of the predicted effects among the last ten were right
 */
export function countStreak(predictions: readonly Prediction[], verifyAfter = STREAK_TO_VERIFY): number {
  const seen = new Set<string>();
  const isNew = ({ click, stateKey }: Prediction): boolean => {
    const pair = click ? `${stateKey}@${click.x},${click.y}` : stateKey;
    return !seen.has(pair) && seen.add(pair) !== undefined;
  };
  const counted = predictions.filter((one) => {
    const isFresh = one.effect && isNew(one) && (!one.tentative || verifyAfter >= TENTATIVE_FROM);
    return !one.seen && (one.result === 'wrong' || isFresh);
  });
  const judged = counted.filter(({ result }) => result !== 'silent').slice(-RECENT_EFFECTS);
  const effects = counted.slice(judged[0] ? counted.indexOf(judged[0]) : 0);
  const rightCount = judged.filter(({ result }) => result === 'right').length;
  if (rightCount < SHARE_TO_VERIFY * judged.length) return 0;
  let longest = 0;
  let row = new Set<string>();
  for (const { result, click, stateKey } of effects) {
    if (result === 'wrong') longest = 0;
    if (result === 'right') row.add(click ? `${click.x},${click.y}` : stateKey);
    else row = new Set();
    longest = Math.max(longest, row.size);
  }
  return Math.max(0, longest - predictions.filter((one) => one.result === 'wrong').length);
}

type Counters = Pick<
  Observation,
  'hasChanges' | 'modelSaidEffect' | 'stateKey' | 'excluded' | 'click' | 'kindsLeft' | 'event'
>;

/**
 * Applies the rules of docs/runs.md#action-status to all observations of one action, oldest first. An action
 * is verified by the predictions of its definition; limits on attempts, boards without an effect and repeats
 * settle all others in the end. A later effect reopens an action.
 *
 * @param verifyAfter effects in a row that the definition must have predicted
 * @returns the standing, and for each observation whether it counts as an attempt
 */
export function tally(
  known: Pick<ActionKnowledge, 'definition' | 'basis' | 'predictions'>,
  observations: readonly Counters[],
  verifyAfter: number = STREAK_TO_VERIFY,
): { standing: ActionStanding; counted: boolean[] } {
  const standing: ActionStanding = { status: 'unobserved', streak: 0, attempts: 0, noEffect: 0, repeats: 0 };
  const pairs = new Set<string>();
  let [kindsLeft, events, seen] = [0, 0, 0];
  const counted = observations.map((one) => {
    const hasEffect = one.hasChanges && one.modelSaidEffect;
    const pair = one.click ? `${one.stateKey}@${one.click.x},${one.click.y}` : one.stateKey;
    const shows = !one.excluded && hasEffect && !pairs.has(pair);
    events = one.event === undefined || one.event === 'level' ? 0 : events + 1;
    if (one.excluded) return false;
    seen += 1;
    if (shows) [standing.noEffect, standing.repeats] = [0, 0];
    else if (pairs.has(pair)) standing.repeats += 1;
    else standing.noEffect += 1;
    pairs.add(pair);
    kindsLeft = one.kindsLeft;
    if (shows) standing.attempts += 1;
    return shows;
  });
  const isTestable = known.definition !== null && known.basis !== 'words';
  const streak = isTestable ? countStreak(known.predictions, verifyAfter) : 0;
  standing.streak = Math.min(streak, verifyAfter);
  if (observations.length > 0)
    standing.status =
      streak >= verifyAfter
        ? 'verified'
        : findStatus(standing, { events, seen, kindsLeft, most: maxAttempts(known) });
  return { standing, counted };
}

function findStatus(
  { attempts, noEffect, repeats }: ActionStanding,
  { events, seen, kindsLeft, most }: { events: number; seen: number; kindsLeft: number; most: number },
): ActionStatus {
  if (attempts >= (kindsLeft > 0 ? Math.max(most, MAX_IN_VAIN) : most) || events >= MAX_EVENTS)
    return 'unverified';
  if (noEffect >= MAX_NO_EFFECT && kindsLeft === 0) return attempts === 0 ? 'exhausted' : 'unverified';
  if (repeats >= MAX_REPEATS || noEffect + repeats >= MAX_IN_VAIN || seen >= MAX_SEEN) return 'unverified';
  return 'testing';
}

/** True if both definitions are the same. Inferred rules count as one definition, even when they grow. */
function isSameDefinition(known: ActionKnowledge, next: Definition): boolean {
  if (known.basis !== next.basis) return false;
  if (next.basis === 'inferred') return true;
  if (next.basis === 'stated') return JSON.stringify(known.stated) === JSON.stringify(next.stated);
  return isSameText(known.definition, next.text);
}

/** Compares words only, without case or punctuation. */
export const isSameText = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && plainText(a) === plainText(b);

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Predictions that count for a definition. A new stated or computed definition starts without any. */
const keepPredictions = (known: ActionKnowledge, isReplaced: boolean, next: DefinitionBasis | null) =>
  isReplaced && [next, known.basis].some((basis) => basis === 'stated' || basis === 'code')
    ? []
    : known.predictions;

/**
 * Judges one more observation by {@link tally}. A null definition keeps the current one. So does an
 * observation without an effect, unless there is no definition yet.
 */
export function judge(
  known: ActionKnowledge,
  { definition: given, ...seen }: Evidence,
  verifyAfter?: number,
): ActionVerdict {
  const hadEffect = seen.hasChanges && seen.modelSaidEffect;
  // The accepted program defines an action until one of its predictions is wrong.
  const mayReplace = known.basis !== 'code' && (known.definition === null || (hadEffect && !seen.excluded));
  const next = given !== null && mayReplace ? given : null;
  const redefined = next !== null && !isSameDefinition(known, next);
  const now = {
    definition: next && (redefined || next.basis === 'inferred') ? next.text : known.definition,
    basis: next ? next.basis : known.basis,
    predictions: keepPredictions(known, redefined, next?.basis ?? null),
  };
  const stated = next ? next.stated : known.stated;
  const newest = { ...seen, redefined };
  const { standing, counted } = tally(now, [...known.observations, newest], verifyAfter);
  return {
    ...standing,
    definition: now.definition,
    basis: now.basis,
    ...(stated !== undefined && { stated }),
    observation: { ...newest, hadEffect, counted: counted.at(-1) ?? false },
  };
}

export function applyVerdict(known: ActionKnowledge, verdict: ActionVerdict, at: string): ActionKnowledge {
  const { observation, ...summary } = verdict;
  const { stated: _, ...rest } = known;
  return {
    ...rest,
    ...summary,
    predictions: keepPredictions(known, observation.redefined, summary.basis),
    definitions: reviseDefinitions(known, summary.definition, observation.turn, at),
    observations: keepObservations([...known.observations, { ...observation, at }]),
  };
}

/** The standing of an action after new predictions, and its definition if that is inferred. */
export function addPredictions(
  known: ActionKnowledge,
  predictions: readonly Prediction[],
  inferred: string | null,
  verifyAfter?: number,
): Pick<ActionKnowledge, 'status' | 'streak' | 'definition'> {
  const definition = known.basis === 'inferred' ? (inferred ?? known.definition) : known.definition;
  const next = { ...known, definition, predictions: [...known.predictions, ...predictions] };
  const { status, streak } = tally(next, known.observations, verifyAfter).standing;
  return { status, streak, definition };
}

/**
 * Replaces an action's definition with the accepted program, which has no predictions yet, or with the
 * inferred rules once the program is no longer accepted.
 */
export function rebase(
  known: ActionKnowledge,
  { text: definition, basis }: { text: string | null; basis: DefinitionBasis | null },
  verifyAfter?: number,
): Pick<ActionKnowledge, 'status' | 'streak' | 'definition' | 'basis'> {
  const next = { ...known, definition, basis, ...swapPredictions(known, basis) };
  const { status, streak } = tally(next, known.observations, verifyAfter).standing;
  return { status, streak, definition, basis };
}

export function applyPredictions(
  known: ActionKnowledge,
  predictions: readonly Prediction[],
  checked: Partial<Pick<ActionKnowledge, 'status' | 'streak' | 'definition' | 'basis'>>,
  { turn, at }: { turn: number; at: string },
): ActionKnowledge {
  const { rulePredictions, ...rest } = known;
  return {
    ...(checked.basis === undefined
      ? { ...known, predictions: dropPredictions([...known.predictions, ...predictions]) }
      : { ...rest, ...swapPredictions(known, checked.basis) }),
    ...checked,
    definitions: reviseDefinitions(known, checked.definition ?? null, turn, at),
  };
}

/** Drops predictions above the limit, oldest first. Predictions that do not count go first; the newest always stays. */
function dropPredictions(predictions: Prediction[]): Prediction[] {
  if (predictions.length <= KEPT_PREDICTIONS) return predictions;
  const firstIdle = predictions.slice(0, -1).findIndex(({ effect, result }) => result !== 'wrong' && !effect);
  return dropPredictions(predictions.toSpliced(Math.max(0, firstIdle), 1));
}

function reviseDefinitions(
  known: ActionKnowledge,
  text: string | null,
  turn: number,
  at: string,
): ActionKnowledge['definitions'] {
  if (text === null || text === known.definition) return known.definitions;
  return [...known.definitions, { turn, at, text }].slice(-KEPT_DEFINITIONS);
}

/**
 * Drops one observation above the limit: the oldest that does not count, otherwise one after the action was
 * settled.
 */
function keepObservations(observations: Observation[]): Observation[] {
  if (observations.length <= KEPT_OBSERVATIONS) return observations;
  const firstExcluded = observations.findIndex((one) => one.excluded);
  const isEarly = firstExcluded >= 0 && firstExcluded <= KEPT_FIRST;
  return observations.toSpliced(isEarly ? firstExcluded : KEPT_FIRST, 1);
}

/** The fields of an observation that depend on the mask. */
export type ReviewedAction = Pick<Observation, 'stateKey' | 'hasChanges' | 'diffSummary'>;

/**
 * Judges observations again after the mask has grown: a change of a status bar is no effect of an action, and
 * states that differ only under the mask are one state.
 *
 * @param reviewed by number of the frame after the action; other observations stay as they are
 */
export function reviewAction(
  known: ActionKnowledge,
  reviewed: Readonly<Record<number, ReviewedAction>>,
  verifyAfter?: number,
): ActionKnowledge {
  const observations = known.observations.map((one) => {
    const changes = reviewed[one.afterFrame];
    return changes ? { ...one, ...changes, hadEffect: changes.hasChanges && one.modelSaidEffect } : one;
  });
  const predictions = known.predictions.map((one): Prediction => {
    const changes = reviewed[one.afterFrame];
    if (!changes) return one;
    const { stateKey, hasChanges } = changes;
    return { ...one, stateKey, effect: one.effect && hasChanges };
  });
  const { standing, counted } = tally({ ...known, predictions }, observations, verifyAfter);
  return {
    ...known,
    ...standing,
    predictions,
    observations: observations.map((one, i) => ({ ...one, counted: counted[i] ?? false })),
  };
}

/** Normalizes the analyst's updates: a plain string becomes a rule, and blank ones are dropped. */
export function readUpdates(updates: Analysis['environment_updates']): EnvironmentUpdate[] {
  return (updates ?? []).flatMap((update): EnvironmentUpdate[] => {
    if (typeof update !== 'string') return update.text.trim() === '' ? [] : [update];
    const text = update.trim();
    if (text === '') return [];
    return [{ kind: 'rule', name: text.slice(0, 60), text, confidence: PLAIN_CONFIDENCE }];
  });
}

const LISTS = { object: 'objects', relationship: 'relationships', rule: 'rules' } as const;

/**
 * Merges updates into the environment. Entries match by kind and name, without regard to case and spacing.
 * The newest update sets text and confidence; earlier texts stay, and the history gets one line for each
 * change.
 */
export function applyUpdates(
  environment: Knowledge['environment'],
  updates: readonly EnvironmentUpdate[],
  turn: number,
): Knowledge['environment'] {
  return updates.reduce((next, update) => applyUpdate(next, update, turn), environment);
}

function applyUpdate(
  environment: Knowledge['environment'],
  update: EnvironmentUpdate,
  turn: number,
): Knowledge['environment'] {
  const list = LISTS[update.kind];
  const entries = environment[list];
  const at = entries.findIndex((entry) => sameName(entry.name, update.name));
  const old = entries[at];
  const line = describeUpdate(old, update, turn);
  if (old && line === null) return environment;
  const entry: EnvironmentEntry = old
    ? { ...old, ...update, name: old.name, observations: addText(old.observations, update.text) }
    : { ...update, firstSeenTurn: turn, observations: [update.text] };
  const nextEntries = old ? entries.with(at, entry) : [...entries, entry].slice(-KEPT_ENTRIES);
  const history = line === null ? environment.history : [...environment.history, line].slice(-KEPT_HISTORY);
  return { ...environment, [list]: nextEntries, history };
}

function describeUpdate(
  old: EnvironmentEntry | undefined,
  update: EnvironmentUpdate,
  turn: number,
): string | null {
  const head = `turn ${turn}: ${update.kind} "${update.name}"`;
  const sure = update.confidence.toFixed(2);
  if (!old) return `${head} added (confidence ${sure}): ${update.text}`;
  if (old.text !== update.text) return `${head} revised (confidence ${sure}): ${update.text}`;
  if (old.confidence !== update.confidence)
    return `${head}: confidence ${old.confidence.toFixed(2)} -> ${sure}`;
  return null;
}

const sameName = (a: string, b: string): boolean => normalName(a) === normalName(b);
const normalName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');
const addText = (texts: string[], text: string): string[] =>
  texts.includes(text) ? texts : [...texts, text].slice(-KEPT_TEXTS);
