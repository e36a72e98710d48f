import type { Analysis, EnvironmentUpdate } from '../contract/agents';
import { STREAK_TO_VERIFY } from '../contract/confirmations';
import type { PayloadOf } from '../contract/events/events';
import type {
  ActionKnowledge,
  ActionStatus,
  Contradiction,
  Coverage,
  EnvironmentEntry,
  Knowledge,
  Observation,
} from '../contract/run-knowledge';
import { type Held, isCovered, isPromising, readExceptions } from './coverage';
import { normalizeClaims } from './reporting/judge-claims';

/** Observations with effect after which an action that is not verified stays unverified, where its definition is prose. */
export const MAX_ATTEMPTS = 8;
/** The same where code reads the definition: everything recorded tells more than the last three answers. */
export const MAX_READ_ATTEMPTS = 12;
/** The same where nothing contradicts it, and it foretells effects on several boards. */
const MAX_PROMISING_ATTEMPTS = 24;
/** Different boards in a row without effect after which an action is given up. */
export const MAX_NO_EFFECT = 8;
/** Repeats in a row after which it is given up: by then nothing else can be reached. */
export const MAX_REPEATS = 8;
/** Observations of either kind in a row after which it is given up. */
const MAX_IN_VAIN = 16;
/** Observations in a row that ended the game or put the level back, after which it is given up. */
const MAX_EVENTS = 8;

/** Bounds of what a state keeps; the ledger has everything. */
const KEPT_OBSERVATIONS = 160;
/** Observations that count, of either kind, after which an action that is not verified is given up. */
const MAX_SEEN = 128;
/** The first observations that count, which are never let go: the rules look at all of them again each time. */
const KEPT_FIRST = MAX_SEEN + 2;
const KEPT_DEFINITIONS = 50;
const KEPT_CONTRADICTIONS = 50;
const KEPT_TEXTS = 20;
const KEPT_ENTRIES = 200;
const KEPT_HISTORY = 200;
/** Confidence of an update that came as a plain string. */
const PLAIN_CONFIDENCE = 0.5;

/** A contradiction, and the standing of its action after it. */
export type ContradictedAction = NonNullable<PayloadOf<'knowledge.updated'>['contradicted']>[number];

/** One analysed execution of an action, before it is judged. */
export interface Evidence
  extends Omit<Observation, 'at' | 'hadEffect' | 'counted' | 'redefined' | 'contradicts' | 'kindsLeft'> {
  /** The definition the analyst gave; null or blank keeps the one there is. */
  definition: string | null;
  /** The definition given foretells all that the one until then foretold right, as code reads both: it only says more. */
  extends: boolean;
  /** The definition until then foretold something else, as code reads it. */
  contradicts: boolean;
  /** Kinds of objects on the board that no click has met, this one's left out; 0 for every other action. */
  kindsLeft: number;
}

/**
 * Holds a definition against everything recorded of its action, the observation that is judged included; null where code
 * can't read it.
 *
 * @param since number of the frame since which the definition has said what it says
 */
export type Hold = (definition: string, since: number) => Held | null;

/** An action as everything recorded leaves it. */
export type HeldStanding = ActionStanding & { definition: string; coverage: Coverage };

/** The counters of an action, and the status that follows from them. */
export type ActionStanding = Pick<ActionKnowledge, 'status' | 'streak' | 'attempts' | 'noEffect' | 'repeats'>;

/** A judged observation, and what its action comes to; `at` is added when it is stored. */
export type ActionVerdict = PayloadOf<'knowledge.updated'>['verdict'];

export const unobservedAction = (): ActionKnowledge => ({
  status: 'unobserved',
  definition: null,
  definitions: [],
  streak: 0,
  attempts: 0,
  noEffect: 0,
  repeats: 0,
  coverage: null,
  contradictions: [],
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
export const mostAttempts = (known: Pick<ActionKnowledge, 'coverage' | 'definition'>): number =>
  isProse(known) ? MAX_ATTEMPTS : readAttempts(known.coverage);

/** The same where code reads the definition or there is none. */
const readAttempts = (coverage: Coverage | null): number =>
  coverage && isPromising(coverage) ? MAX_PROMISING_ATTEMPTS : MAX_READ_ATTEMPTS;

/** Says whether a definition is in words that code can't read. */
const isProse = ({ coverage, definition }: Pick<ActionKnowledge, 'coverage' | 'definition'>): boolean =>
  coverage === null && definition !== null;

/** Says whether an action needs no further observation. */
export const isSettled = (status: ActionStatus): boolean =>
  status === 'verified' || status === 'exhausted' || status === 'unverified';

/** The fields of an observation that count. */
type Counted = Pick<
  Observation,
  | 'afterFrame'
  | 'hasChanges'
  | 'modelSaidEffect'
  | 'consistent'
  | 'stateKey'
  | 'excluded'
  | 'click'
  | 'redefined'
  | 'contradicts'
  | 'kindsLeft'
  | 'event'
>;

/**
 * The rules of docs/runs.md#action-status over all observations of one action, oldest first: what
 * confirmed a definition counts until it is contradicted or given another meaning, and by the bounds on attempts, boards
 * without effect and repeats every action is settled in the end. An effect that shows later opens it again.
 *
 * @param contradictions numbers of frames: executions on the way to other tests that the definition foretold wrong
 * @param held the definition as it was held against everything recorded, which then decides; null: code can't read it, and
 *   what the analyst called consistent does
 * @param prose the definition is in words that code can't read: it is given up earlier
 * @returns the standing, and for each observation whether it counts as an attempt
 */
export function tally(
  observations: readonly Counted[],
  contradictions: readonly number[],
  held: Pick<Held, 'coverage' | 'definition'> | null,
  prose = false,
): { standing: ActionStanding; counted: boolean[] } {
  const standing: ActionStanding = { status: 'unobserved', streak: 0, attempts: 0, noEffect: 0, repeats: 0 };
  const pairs = new Set<string>();
  let streak = new Set<string>();
  let [isVerified, kindsLeft, from, events, seen] = [false, 0, 0, 0, 0];
  const mostTried = prose ? MAX_ATTEMPTS : MAX_READ_ATTEMPTS;
  const begin = (): void => {
    streak = new Set();
    isVerified = false;
  };
  const settle = (): void => {
    isVerified ||= streak.size >= STREAK_TO_VERIFY && standing.attempts <= mostTried;
    standing.streak = isVerified ? STREAK_TO_VERIFY : Math.min(streak.size, STREAK_TO_VERIFY);
    const most = kindsLeft > 0 ? MAX_IN_VAIN : mostTried;
    standing.status = isVerified ? 'verified' : findStatus(standing, { events, seen, kindsLeft, most });
  };
  const attemptFlags = observations.map((one) => {
    // What came between two observations.
    if (contradictions.some((frame) => frame > from && frame < one.afterFrame)) begin();
    from = one.afterFrame;
    const hasEffect = one.hasChanges && one.modelSaidEffect;
    const pair = one.click ? `${one.stateKey}@${one.click.x},${one.click.y}` : one.stateKey;
    const shows = !one.excluded && hasEffect && !pairs.has(pair);
    events = one.event === undefined || one.event === 'level' ? 0 : events + 1;
    if (!one.excluded) {
      seen += 1;
      if (shows) [standing.noEffect, standing.repeats] = [0, 0];
      else if (pairs.has(pair)) standing.repeats += 1;
      else standing.noEffect += 1;
      pairs.add(pair);
      kindsLeft = one.kindsLeft;
      if (one.contradicts || (hasEffect && one.consistent === false)) begin();
      if (shows) {
        if (one.consistent === true && standing.attempts > 0) streak.add(one.stateKey);
        else if (!isVerified) begin();
        standing.attempts += 1;
      }
    }
    if (one.redefined) begin();
    settle();
    return shows;
  });
  if (contradictions.some((frame) => frame > from)) {
    begin();
    settle();
  }
  if (held) {
    const { coverage, definition } = held;
    const isProven = isCovered(coverage) && !isDoubted(observations, readExceptions(definition));
    // What is stored stops at three; what is shown goes on (confirmations.ts).
    standing.streak = Math.min(coverage.since, STREAK_TO_VERIFY);
    const most = readAttempts(coverage);
    standing.status = isProven ? 'verified' : findStatus(standing, { events, seen, kindsLeft, most });
  }
  return { standing, counted: attemptFlags };
}

/** Says whether the analyst called the newest effect not consistent; where that is an exception, the one before it. */
const isDoubted = (observations: readonly Counted[], exceptions: readonly number[]): boolean =>
  observations.findLast(
    (one) => !one.excluded && one.hasChanges && one.modelSaidEffect && !exceptions.includes(one.afterFrame),
  )?.consistent === false;

function findStatus(
  { attempts, noEffect, repeats }: ActionStanding,
  { events, seen, kindsLeft, most }: { events: number; seen: number; kindsLeft: number; most: number },
): ActionStatus {
  if (attempts >= most || events >= MAX_EVENTS) return 'unverified';
  if (noEffect >= MAX_NO_EFFECT && kindsLeft === 0) return attempts === 0 ? 'exhausted' : 'unverified';
  if (repeats >= MAX_REPEATS || noEffect + repeats >= MAX_IN_VAIN || seen >= MAX_SEEN) return 'unverified';
  return 'testing';
}

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Compares two definitions by their claims where code can read both, else by their words. */
function isSameDefinition(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  if (plainText(a) === plainText(b)) return true;
  const claims = normalizeClaims(a);
  return claims !== null && claims === normalizeClaims(b);
}

/**
 * Judge one more observation by {@link tally}. A null or blank definition keeps the one there is, and so does an
 * observation without effect, unless its definition only says more.
 */
export function judge(known: ActionKnowledge, evidence: Evidence, hold: Hold): ActionVerdict {
  const { definition: analystDefinition, extends: saysMore, ...seen } = evidence;
  const newDefinition = analystDefinition?.trim() ?? '';
  const hadEffect = evidence.hasChanges && evidence.modelSaidEffect;
  const mayReplace = known.definition === null || saysMore || (hadEffect && !evidence.excluded);
  // The same in other spelling is kept as it stands.
  const isNew = newDefinition !== '' && mayReplace && !isSameDefinition(known.definition, newDefinition);
  const hasNewMeaning = isNew && !saysMore;
  const text = isNew ? newDefinition : known.definition;
  const newest = { ...seen, redefined: hasNewMeaning };
  const outcome = text === null ? null : hold(text, findSince(known, newest));
  const definition = outcome?.definition ?? text;
  const coverage = outcome?.coverage ?? null;
  const { standing, counted } = tally(
    [...known.observations, newest],
    framesOf(known),
    outcome,
    isProse({ coverage, definition }),
  );
  return {
    ...holdBack(standing, definition),
    definition,
    coverage,
    observation: { ...newest, hadEffect, counted: counted.at(-1) ?? false },
  };
}

/** Number of the frame since which a definition has said what it says, and nothing went otherwise. */
const findSince = (known: ActionKnowledge, ...more: Counted[]): number =>
  Math.max(
    0,
    ...framesOf(known),
    ...[...known.observations, ...more].flatMap((one) =>
      one.redefined || one.contradicts ? [one.afterFrame] : [],
    ),
  );

/**
 * Hold the definition of an action against everything recorded once more. Null where that says nothing new, or code can't
 * read it.
 */
export function holdAgain(known: ActionKnowledge, hold: Hold): HeldStanding | null {
  if (known.definition === null) return null;
  const outcome = hold(known.definition, findSince(known));
  if (!outcome) return null;
  const { coverage, definition } = outcome;
  const isSame = JSON.stringify(coverage) === JSON.stringify(known.coverage);
  if (isSame && definition === known.definition) return null;
  return { ...tally(known.observations, framesOf(known), outcome).standing, definition, coverage };
}

/** Store what became of an action that was not the target. */
export function applyHeld(
  known: ActionKnowledge,
  standing: HeldStanding,
  turn: number,
  at: string,
): ActionKnowledge {
  return {
    ...known,
    ...standing,
    definitions: reviseDefinitions(known, standing.definition, turn, at),
  };
}

/** Nothing is verified where nothing is held. */
const holdBack = (standing: ActionStanding, definition: string | null): ActionStanding =>
  standing.status === 'verified' && definition === null ? { ...standing, status: 'testing' } : standing;

const framesOf = ({ contradictions }: ActionKnowledge): number[] =>
  contradictions.map(({ afterFrame }) => afterFrame);

/** The definition as it was last held against everything recorded, as {@link tally} takes it. */
const heldOf = ({ coverage, definition }: ActionKnowledge): Parameters<typeof tally>[2] =>
  coverage && definition !== null ? { coverage, definition } : null;

/** An execution that a definition foretold wrong: it ends what was verified, and the streak. */
export function contradict(known: ActionKnowledge, seen: Contradiction): ActionKnowledge {
  const frames = [...framesOf(known), seen.afterFrame];
  const { standing } = tally(known.observations, frames, null, isProse(known));
  return applyContradiction(known, seen, holdBack(standing, known.definition));
}

/** Store a contradiction, and what it makes of the action. */
export const applyContradiction = (
  known: ActionKnowledge,
  seen: Contradiction,
  standing: ActionStanding,
): ActionKnowledge => ({
  ...known,
  ...standing,
  contradictions: [...known.contradictions, seen].slice(-KEPT_CONTRADICTIONS),
});

/** Store a verdict: the summary replaces the old one, the observation and a new definition are added. */
export function applyVerdict(known: ActionKnowledge, verdict: ActionVerdict, at: string): ActionKnowledge {
  const { observation, ...summary } = verdict;
  return {
    ...known,
    ...summary,
    definitions: reviseDefinitions(known, summary.definition, observation.turn, at),
    observations: keepObservations([...known.observations, { ...observation, at }]),
  };
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
  if (firstExcluded >= 0 && firstExcluded <= KEPT_FIRST) return observations.toSpliced(firstExcluded, 1);
  // What ended a streak is kept, or it would be whole again.
  const plain = observations.findIndex(
    (one, at) => at >= KEPT_FIRST && !one.redefined && !one.contradicts && one.consistent !== false,
  );
  return observations.toSpliced(plain < 0 ? KEPT_FIRST : plain, 1);
}

/** The fields of an observation that follow from the mask. */
export type Reviewed = Pick<Observation, 'stateKey' | 'hasChanges' | 'diffSummary'>;

/**
 * Judge what was observed again, because more of the board is masked now: what a status bar did is no effect of an
 * action, and states that differed in nothing else are one state.
 *
 * @param reviewed by number of the frame after; observations that are not named stay as they are
 */
export function reviewAction(
  known: ActionKnowledge,
  reviewed: Readonly<Record<number, Reviewed>>,
): ActionKnowledge {
  const observations = known.observations.map((one) => {
    const changes = reviewed[one.afterFrame];
    if (!changes) return one;
    // What was foretold wrong may have been the bar alone; the analyst's own word stands.
    const contradicts = one.contradicts && changes.diffSummary === one.diffSummary;
    return { ...one, ...changes, contradicts, hadEffect: changes.hasChanges && one.modelSaidEffect };
  });
  const { standing, counted } = tally(observations, framesOf(known), heldOf(known), isProse(known));
  return {
    ...known,
    ...holdBack(standing, known.definition),
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
