import type { Analysis, EnvironmentUpdate } from '../contract/agents';
import type {
  ActionKnowledge,
  ActionStatus,
  EnvironmentEntry,
  Knowledge,
  Observation,
} from '../contract/run-knowledge';

/** Consistent effective confirmations in a row, after the first effective observation, that verify an action. */
export const STREAK_TO_VERIFY = 3;
/** Observations with effect after which an action that is not verified stays unverified. */
export const MAX_ATTEMPTS = 8;
/** Observations without effect in a row after which an action is given up. */
export const MAX_NO_EFFECT = 8;

/** Bounds of what a state keeps; the ledger has everything. */
const KEPT_OBSERVATIONS = 100;
/**
 * The first observations that count, which are never let go: an action is settled by its 64th at the latest (eight
 * attempts, seven no-effects before each), and the rules look at all of them again each time.
 */
const KEPT_FIRST = 70;
const KEPT_DEFINITIONS = 50;
const KEPT_TEXTS = 20;
const KEPT_ENTRIES = 200;
const KEPT_HISTORY = 200;
/** Confidence of an update that came as a plain string. */
const PLAIN_CONFIDENCE = 0.5;

/** One analysed execution of an action, before it is judged. */
export interface Evidence {
  turn: number;
  /** Frame numbers. */
  beforeFrame: number;
  afterFrame: number;
  /** Where a click went; null for every other action. */
  click: { x: number; y: number } | null;
  diffSummary: string;
  /** Whether any unmasked cell changed in any frame: false forces "no effect". */
  hasChanges: boolean;
  interpretation: string;
  context: string;
  modelSaidEffect: boolean;
  consistent: boolean | null;
  /** The definition the analyst gave; null or blank keeps the one there is. */
  definition: string | null;
  /** Key of the masked before-state. */
  stateKey: string;
  /** Kept but counted for nothing: the action completed a level (Design §7), or what was seen before is not certain. */
  excluded: boolean;
}

/** The counters of an action, and the status that follows from them. */
export type Standing = Pick<ActionKnowledge, 'status' | 'streak' | 'attempts' | 'noEffect'>;

/** What a piece of evidence makes of the knowledge about its action. `at` is added when it is stored. */
export interface Verdict extends Standing {
  definition: string | null;
  observation: Omit<Observation, 'at'>;
}

export const unobservedAction = (): ActionKnowledge => ({
  status: 'unobserved',
  definition: null,
  definitions: [],
  streak: 0,
  attempts: 0,
  noEffect: 0,
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

/** Whether an action needs no further observation. */
export const isSettled = (status: ActionStatus): boolean =>
  status === 'verified' || status === 'exhausted' || status === 'unverified';

/** What became of one observation. */
type Counted = Pick<
  Observation,
  'hasChanges' | 'modelSaidEffect' | 'consistent' | 'stateKey' | 'excluded' | 'click'
>;

/**
 * The rules of Design §7, over all observations of one action, oldest first. Pure.
 *
 * An observation with effect is an attempt and ends a row of no-effects. The first one only defines the action; each
 * later one that is consistent adds to the streak when its before-state is none of those already in it; one that is
 * not consistent ends the streak. Three in the streak verify; eight attempts without that leave the action
 * unverified; eight in a row that showed nothing leave it exhausted when it never had an effect, unverified when it
 * had. A repeat (the same action, clicks at the same place, in a state where it was observed before) shows nothing,
 * whatever it did. What is settled stays settled.
 *
 * @returns the standing, and for each observation whether it counts as an attempt
 */
export function tally(observations: readonly Counted[]): { standing: Standing; counted: boolean[] } {
  const standing: Standing = { status: 'unobserved', streak: 0, attempts: 0, noEffect: 0 };
  const seen = new Set<string>();
  let streak = new Set<string>();
  const counted = observations.map((one) => {
    if (standing.status === 'unobserved') standing.status = 'testing';
    if (one.excluded) return false;
    const pair = one.click ? `${one.stateKey}@${one.click.x},${one.click.y}` : one.stateKey;
    const shows = one.hasChanges && one.modelSaidEffect && !seen.has(pair);
    seen.add(pair);
    if (!shows) standing.noEffect += 1;
    else {
      standing.noEffect = 0;
      if (one.consistent !== true) streak = new Set();
      else if (standing.attempts > 0) streak.add(one.stateKey);
      standing.attempts += 1;
    }
    standing.streak = Math.min(streak.size, STREAK_TO_VERIFY);
    if (!isSettled(standing.status)) standing.status = findStatus(standing);
    return shows;
  });
  return { standing, counted };
}

function findStatus({ streak, attempts, noEffect }: Standing): ActionStatus {
  if (streak >= STREAK_TO_VERIFY) return 'verified';
  if (attempts >= MAX_ATTEMPTS) return 'unverified';
  if (noEffect >= MAX_NO_EFFECT) return attempts === 0 ? 'exhausted' : 'unverified';
  return 'testing';
}

/** Judge one more observation by {@link tally}. A null or blank definition keeps the one there is. */
export function judge(known: ActionKnowledge, evidence: Evidence): Verdict {
  const { definition, ...seen } = evidence;
  const given = definition?.trim() ?? '';
  const { standing, counted } = tally([...known.observations, evidence]);
  return {
    ...standing,
    definition: given === '' ? known.definition : given,
    observation: {
      ...seen,
      hadEffect: evidence.hasChanges && evidence.modelSaidEffect,
      counted: counted.at(-1) ?? false,
    },
  };
}

/** Store a verdict: the summary replaces the old one, the observation and a new definition are added. */
export function applyVerdict(known: ActionKnowledge, verdict: Verdict, at: string): ActionKnowledge {
  const { observation, ...summary } = verdict;
  const { definition } = summary;
  const isNew = definition !== null && definition !== known.definition;
  const revised = { turn: observation.turn, at, text: definition ?? '' };
  return {
    ...summary,
    definitions: isNew ? [...known.definitions, revised].slice(-KEPT_DEFINITIONS) : known.definitions,
    observations: keepObservations([...known.observations, { ...observation, at }]),
  };
}

/** What counts for nothing goes first, oldest first; then what came after the action was settled. */
function keepObservations(observations: Observation[]): Observation[] {
  if (observations.length <= KEPT_OBSERVATIONS) return observations;
  const excluded = observations.findIndex((one) => one.excluded);
  return observations.toSpliced(excluded < 0 || excluded > KEPT_FIRST ? KEPT_FIRST : excluded, 1);
}

/** What an observation looks like once more of the board is masked. */
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
    return changes ? { ...one, ...changes, hadEffect: changes.hasChanges && one.modelSaidEffect } : one;
  });
  const { standing, counted } = tally(observations);
  return {
    ...known,
    ...standing,
    observations: observations.map((one, i) => ({ ...one, counted: counted[i] ?? false })),
  };
}

/** What an analyst said about the world, in one form: a plain string is a rule. Blank ones are dropped. */
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
  let next = environment;
  for (const update of updates) next = applyUpdate(next, update, turn);
  return next;
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
  const changed = old ? entries.with(at, entry) : [...entries, entry].slice(-KEPT_ENTRIES);
  const history = line === null ? environment.history : [...environment.history, line].slice(-KEPT_HISTORY);
  return { ...environment, [list]: changed, history };
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
