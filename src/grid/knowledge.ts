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

/** Observations with effect after which an action that is not verified is given up. */
export const MAX_ATTEMPTS = 8;
/** The same where its definition can be tested and an effect was predicted right. */
export const MAX_TESTED_ATTEMPTS = 12;
/** Different boards in a row without effect after which an action is given up. */
export const MAX_NO_EFFECT = 8;
/** Repeats in a row after which it is given up: by then nothing else can be reached. */
export const MAX_REPEATS = 8;
/** Observations without effect and repeats in a row after which it is given up. */
const MAX_IN_VAIN = 16;
/** Observations in a row that ended the game or put the level back, after which it is given up. */
const MAX_EVENTS = 8;

/** Bounds of what a state keeps; the ledger has everything. */
const KEPT_OBSERVATIONS = 160;
const KEPT_PREDICTIONS = 50;
/** Observations that count, of either kind, after which an action that is not verified is given up. */
const MAX_SEEN = 128;
/** The first observations that count are never dropped: the rules look at all of them each time. */
const KEPT_FIRST = MAX_SEEN + 2;
const KEPT_DEFINITIONS = 20;
const KEPT_TEXTS = 20;
const KEPT_ENTRIES = 200;
const KEPT_HISTORY = 200;
/** Confidence of an update that came as a plain string. */
const PLAIN_CONFIDENCE = 0.5;

/** What a definition says, and what it rests on. `stated`: the rules of a definition that a model wrote in JSON. */
export interface Definition {
  text: string;
  basis: DefinitionBasis;
  stated?: Json;
}

/** One analysed execution of an action, before it is judged. */
export interface Evidence
  extends Omit<Observation, 'at' | 'hadEffect' | 'counted' | 'redefined' | 'kindsLeft'> {
  /** The definition the analyst gave; null keeps the one there is. */
  definition: Definition | null;
  /** Kinds of objects on the board that no click has met, this one's left out; 0 for every other action. */
  kindsLeft: number;
}

/** The counters of an action, and the status that follows from them. */
export type ActionStanding = Pick<ActionKnowledge, 'status' | 'streak' | 'attempts' | 'noEffect' | 'repeats'>;

/** A judged observation, and what its action comes to; `at` is added when it is stored. */
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

/** Knowledge with an entry for every action in `offered`: only what was ever offered can hold up the end of a run. */
export function offerActions(knowledge: Knowledge, offered: readonly string[]): Knowledge {
  const fresh = offered.filter((action) => !knowledge.actions[action]);
  if (fresh.length === 0) return knowledge;
  const actions = { ...knowledge.actions };
  for (const action of fresh) actions[action] = unobservedAction();
  return { ...knowledge, actions };
}

/** Returns the observations with effect after which an action that is not verified is given up. */
export const maxAttempts = ({
  basis,
  predictions,
}: Pick<ActionKnowledge, 'basis' | 'predictions'>): number =>
  basis !== 'words' && predictions.some(({ effect, result }) => effect && result === 'right')
    ? MAX_TESTED_ATTEMPTS
    : MAX_ATTEMPTS;

/** Says whether an action needs no further observation. */
export const isSettled = (status: ActionStatus): boolean =>
  status === 'verified' || status === 'exhausted' || status === 'unverified';

/**
 * Counts the effects in a row, each on another board, that a definition predicted before they were seen; for clicks, each at
 * another place. The longest row among the last ten effects counts, after the last wrong prediction. An effect that was not,
 * or not wholly, predicted ends a row. An effect seen before on the same board counts only if its prediction was wrong.
 *
 * @returns 0 also if less than 80 % of the last ten effects that something was said of were predicted right
 */
export function countStreak(predictions: readonly Prediction[]): number {
  const seen = new Set<string>();
  const isNew = ({ click, stateKey }: Prediction): boolean => {
    const pair = click ? `${stateKey}@${click.x},${click.y}` : stateKey;
    return !seen.has(pair) && seen.add(pair) !== undefined;
  };
  const effects = predictions
    .filter((one) => !one.seen && (one.result === 'wrong' || (one.effect && isNew(one))))
    .slice(-RECENT_EFFECTS);
  const judged = effects.filter(({ result }) => result !== 'silent');
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
  return longest;
}

/** The fields of an observation that count. */
type Counters = Pick<
  Observation,
  'hasChanges' | 'modelSaidEffect' | 'stateKey' | 'excluded' | 'click' | 'kindsLeft' | 'event'
>;

/**
 * The rules of docs/runs.md#action-status over all observations of one action, oldest first. An action is verified by
 * what its definition predicted; by the bounds on attempts, boards without effect and repeats every action is settled in
 * the end. An effect that shows later opens it again.
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
  const streak = isTestable ? countStreak(known.predictions) : 0;
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

/** Says whether two definitions say the same. Inferred rules are one definition, however they grow. */
function isSameDefinition(known: ActionKnowledge, next: Definition): boolean {
  if (known.basis !== next.basis) return false;
  if (next.basis === 'inferred') return true;
  if (next.basis === 'stated') return JSON.stringify(known.stated) === JSON.stringify(next.stated);
  return isSameText(known.definition, next.text);
}

/** Compares two texts by their words. */
export const isSameText = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && plainText(a) === plainText(b);

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The predictions that count for a definition: what a model states or computes is tested from then on. */
const keepPredictions = (known: ActionKnowledge, isReplaced: boolean, next: DefinitionBasis | null) =>
  isReplaced && [next, known.basis].some((basis) => basis === 'stated' || basis === 'code')
    ? []
    : known.predictions;

/**
 * Judge one more observation by {@link tally}. A null definition keeps the one there is, and so does an observation
 * without effect where there is one.
 */
export function judge(
  known: ActionKnowledge,
  { definition: given, ...seen }: Evidence,
  verifyAfter?: number,
): ActionVerdict {
  const hadEffect = seen.hasChanges && seen.modelSaidEffect;
  // The accepted program defines an action until a prediction of it is wrong.
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

/** Store a verdict: the summary replaces the old one, the observation and a new definition are added. */
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

/** What new predictions make of an action: its standing, and its definition where that is inferred. */
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
 * What an action is defined by from now on: the accepted program, which has predicted nothing yet, or what code inferred once the
 * program is no longer accepted.
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

/** Store predictions of an action, and what {@link addPredictions} made of it. */
export function applyPredictions(
  known: ActionKnowledge,
  predictions: readonly Prediction[],
  checked: Partial<Pick<ActionKnowledge, 'status' | 'streak' | 'definition' | 'basis'>>,
  { turn, at }: { turn: number; at: string },
): ActionKnowledge {
  const { aside, ...rest } = known;
  return {
    ...rest,
    ...checked,
    ...(checked.basis === undefined
      ? { predictions: dropPredictions([...known.predictions, ...predictions]), ...(aside && { aside }) }
      : swapPredictions(known, checked.basis)),
    definitions: reviseDefinitions(known, checked.definition ?? null, turn, at),
  };
}

/** Drops predictions that are too many: those that count for nothing first, the oldest first, and never the newest. */
function dropPredictions(predictions: Prediction[]): Prediction[] {
  if (predictions.length <= KEPT_PREDICTIONS) return predictions;
  const counts = ({ effect, result }: Prediction): boolean => effect || result === 'wrong';
  const firstIdle = predictions.slice(0, -1).findIndex((one) => !counts(one));
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

/** Drops one observation too many: the oldest that counts for nothing, else one from after the action was settled. */
function keepObservations(observations: Observation[]): Observation[] {
  if (observations.length <= KEPT_OBSERVATIONS) return observations;
  const firstExcluded = observations.findIndex((one) => one.excluded);
  const isEarly = firstExcluded >= 0 && firstExcluded <= KEPT_FIRST;
  return observations.toSpliced(isEarly ? firstExcluded : KEPT_FIRST, 1);
}

/** The fields of an observation that follow from the mask. */
export type ReviewedAction = Pick<Observation, 'stateKey' | 'hasChanges' | 'diffSummary'>;

/**
 * Judge what was observed again, because more of the board is masked now: what a status bar did is no effect of an
 * action, and states that differed in nothing else are one state.
 *
 * @param reviewed by number of the frame after; what is not named stays as it is
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

/** Brings an analyst's updates into one form: a plain string is a rule, a blank one is dropped. */
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
 * Fold updates into what is known about the world. An entry is found again by kind and name (case and spacing
 * aside); its text and confidence follow the newest update, its texts so far are kept, and every change is a line of
 * the history.
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
