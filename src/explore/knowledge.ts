import type { Analysis, EnvironmentUpdate } from '../contract/agents';
import type {
  ActionKnowledge,
  ActionStatus,
  EnvironmentEntry,
  Knowledge,
  Observation,
} from '../contract/runs';

/** Consistent effective confirmations in a row, after the first effective observation, that verify an action. */
export const STREAK_TO_VERIFY = 3;
/** Observations with effect after which an action that is not verified stays unverified. */
export const MAX_ATTEMPTS = 8;
/** Observations without effect in a row after which an action is given up. */
export const MAX_NO_EFFECT = 8;

/** Bounds of what a state keeps; the ledger has everything. */
const KEPT_OBSERVATIONS = 100;
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
  /** Kept but counted for nothing: the action completed a level (Design §7). */
  excluded: boolean;
}

/** What a piece of evidence makes of the knowledge about its action. `at` is added when it is stored. */
export interface Verdict {
  status: ActionStatus;
  definition: string | null;
  streak: number;
  attempts: number;
  noEffect: number;
  observation: Omit<Observation, 'at'>;
}

export const unseenAction = (): ActionKnowledge => ({
  status: 'unseen',
  definition: null,
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
  for (const action of fresh) actions[action] = unseenAction();
  return { ...knowledge, actions };
}

/** Whether an action needs no further observation. */
export const isSettled = (status: ActionStatus): boolean =>
  status === 'verified' || status === 'exhausted' || status === 'unverified';

/**
 * The update rules of Design §7. Pure.
 *
 * An observation with effect is an attempt and ends a row of no-effects. The first one only defines the action; each
 * later one that is consistent adds to the streak when its before-state was never used for this action before (a
 * repeat proves nothing new); one that is not consistent ends the streak. Three in the streak verify; eight attempts
 * without that leave the action unverified; eight no-effects in a row leave it exhausted when it never had an effect,
 * unverified when it had. What is settled stays settled; later observations are kept.
 */
export function judge(known: ActionKnowledge, evidence: Evidence): Verdict {
  const hadEffect = evidence.hasChanges && evidence.modelSaidEffect;
  const given = evidence.definition?.trim() ?? '';
  const counts = !evidence.excluded;
  const attempts = known.attempts + (counts && hadEffect ? 1 : 0);
  const noEffect = !counts ? known.noEffect : hadEffect ? 0 : known.noEffect + 1;
  const streak = counts && hadEffect ? nextStreak(known, evidence) : known.streak;
  return {
    status: isSettled(known.status) ? known.status : nextStatus({ streak, attempts, noEffect }),
    definition: given === '' ? known.definition : given,
    streak,
    attempts,
    noEffect,
    observation: {
      turn: evidence.turn,
      beforeFrame: evidence.beforeFrame,
      afterFrame: evidence.afterFrame,
      diffSummary: evidence.diffSummary,
      interpretation: evidence.interpretation,
      context: evidence.context,
      hadEffect,
      modelSaidEffect: evidence.modelSaidEffect,
      consistent: evidence.consistent,
      counted: counts && hadEffect,
      stateKey: evidence.stateKey,
    },
  };
}

function nextStreak(known: ActionKnowledge, evidence: Evidence): number {
  if (known.attempts === 0) return 0;
  if (evidence.consistent !== true) return 0;
  const repeated = known.observations.some((observation) => observation.stateKey === evidence.stateKey);
  return known.streak + (repeated ? 0 : 1);
}

function nextStatus(counts: { streak: number; attempts: number; noEffect: number }): ActionStatus {
  if (counts.streak >= STREAK_TO_VERIFY) return 'verified';
  if (counts.attempts >= MAX_ATTEMPTS) return 'unverified';
  if (counts.noEffect >= MAX_NO_EFFECT) return counts.attempts === 0 ? 'exhausted' : 'unverified';
  return 'testing';
}

/** Store a verdict: the summary replaces the old one, the observation is added. */
export function applyVerdict(known: ActionKnowledge, verdict: Verdict, at: string): ActionKnowledge {
  const { observation, ...summary } = verdict;
  return {
    ...summary,
    observations: [...known.observations, { ...observation, at }].slice(-KEPT_OBSERVATIONS),
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
