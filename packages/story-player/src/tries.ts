import {
  isDeath,
  isUnderstood,
  listThings,
  readEnding,
  type StoryReading,
  type Thing,
  type Trial,
} from 'zmachine-story';
import { isDark, isDead } from './lexicon';
import type { Memory, Turn } from './types';

/** Trials per turn, in commands of a small story; commands of a large story cost more, by their instructions. */
export const MAX_TRIES = 180;
/** Limit after a warning about missing progress. */
const MAX_WARNED = 480;
/** Limit for escaping danger. */
const MAX_RESCUE = 200;
const INSTRUCTIONS = 12_000;
/** Times that a turn may add trials. */
const MAX_EXTENSIONS = 12;

export const isWarned = ({ progress }: Pick<Memory, 'progress'>): boolean => progress.warned.length > 0;

/** Result of trial commands, as a player would see it. */
export interface TryOutcome {
  commands: readonly string[];
  text: string;
  effect: boolean;
  moved: boolean;
  to: number | null;
  /** Ends the story or kills the player. */
  deadly: boolean;
  won: boolean;
  /** Change of the score; 0 if unknown. */
  points: number;
  found: Thing[];
  /** New carried things; carried things that disappeared. */
  got: Thing[];
  lost: Thing[];
  /** Things here that would have stayed but disappeared. */
  gone: Thing[];
  dark: boolean;
  understood: boolean;
}

export type Tries = ReturnType<typeof openTries>;

/** A search interrupted by a pending trial restarts with the same trials. */
const judgedTries = new WeakMap<Trial, TryOutcome>();

/**
 * Opens the trials of a turn, counts and caches them. Looks around and checks the inventory first, because both reveal
 * more than the newest text.
 */
export function openTries({ state, ...turn }: Pick<Turn, 'state' | 'attempt'>) {
  let triesLeft = isWarned(state) ? MAX_WARNED : MAX_TRIES;
  let extensions = 0;
  const outcomes = new Map<string, TryOutcome>();
  const reading = state.story?.reading;
  const attempt = (commands: readonly string[]): Trial => {
    const trial = turn.attempt(commands);
    triesLeft -= commands.length + trial.step.instructions / INSTRUCTIONS;
    return trial;
  };
  const around = attempt(['look']).step;
  const stock = attempt(['inventory']).step;
  /** Visible and carried things before any trial. */
  const baseline = {
    text: around.text,
    dark: isDark(around.text),
    held: join(reading?.inventory ?? [], stock.reading.inventory),
    visible: join(reading?.visible ?? [], around.reading.visible),
  };
  // Things that appear by waiting are not finds.
  const { step: idleStep, moved: drifts } = attempt(['wait']);
  const coming = idleStep.reading;
  const known = listThings([...baseline.held, ...baseline.visible, ...coming.visible]);
  const knownIds = new Set(known.map(({ id }) => id));
  const shownIds = new Set(listIds(coming).keys());
  const comingIds = new Set(listThings(coming.visible).map(({ id }) => id));
  // Contents of things are known only from a text that lists them, and waiting prints none.
  const stayingThings = baseline.visible.filter(({ id }) => comingIds.has(id));
  const staying = new Set([...comingIds, ...listThings(stayingThings).map(({ id }) => id)]);
  const score = reading?.score ?? null;
  const heldBefore = new Set(listThings(baseline.held).map(({ id }) => id));
  const weigh = (commands: readonly string[], trial: Trial): TryOutcome => {
    const earlier = judgedTries.get(trial);
    if (earlier) return earlier;
    const { step, effect, moved } = trial;
    const isWin = readEnding(step) === 'won';
    const now = listIds(step.reading);
    const outcome = {
      commands,
      text: step.text,
      effect,
      moved,
      to: step.reading.location?.id ?? null,
      deadly:
        !isWin && (isDeath(step) || isDead(step.text) || step.stopped !== null || step.awaits === 'nothing'),
      won: isWin,
      points:
        score === null || step.reading.score === null ? readPoints(step.text) : step.reading.score - score,
      found: moved ? [] : [...now.values()].filter(({ id }) => !knownIds.has(id)),
      got: step.reading.inventory.filter(({ id }) => !heldBefore.has(id)),
      // If trials show less than the run knows, missing things are not lost.
      lost: baseline.held.filter(({ id }) => shownIds.has(id) && !now.has(id)),
      gone: moved ? [] : baseline.visible.filter(({ id }) => staying.has(id) && !now.has(id)),
      dark: isDark(step.text),
      understood: isUnderstood(step.text),
    };
    judgedTries.set(trial, outcome);
    return outcome;
  };
  return {
    baseline,
    /** True if waiting moves the player. */
    drifts,
    /** True if a thing is still here or carried after waiting. */
    stays: (id: number): boolean => staying.has(id) || baseline.held.some((thing) => thing.id === id),
    get left(): number {
      return triesLeft;
    },
    /** Adds a turn's trials as a last resort. False at the limit. */
    extend: (): boolean => {
      if (extensions >= MAX_EXTENSIONS) return false;
      triesLeft = Math.max(0, triesLeft) + MAX_TRIES;
      extensions += 1;
      return true;
    },
    /** Ensures trials for escaping danger. */
    rescue: (most = MAX_RESCUE): void => {
      triesLeft = Math.max(triesLeft, most);
    },
    /** Null if the trials are used up. */
    play: (...commands: string[]): TryOutcome | null => {
      const name = commands.join('\n');
      const before = outcomes.get(name);
      if (before) return before;
      if (triesLeft < commands.length) return null;
      const outcome = weigh(commands, attempt(commands));
      outcomes.set(name, outcome);
      return outcome;
    },
  };
}

const NUMBERS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
    ' ',
  );

/** Parses an announced change of the score. Larger number words count as 20. */
function readPoints(text: string): number {
  const [, way, amount = ''] = /\bscore has (?:just )?gone (up|down) by ([\w-]+)/i.exec(text) ?? [];
  if (way === undefined) return 0;
  const word = NUMBERS.indexOf(amount.toLowerCase());
  const points = Number.isNaN(Number(amount)) ? (word < 0 ? 20 : word) : Number(amount);
  return way.toLowerCase() === 'up' ? points : -points;
}

/** Union by id, merging contents. */
function join(first: readonly Thing[], second: readonly Thing[]): Thing[] {
  const byId = new Map<number, Thing>();
  for (const thing of [...first, ...second]) {
    const first = byId.get(thing.id);
    byId.set(thing.id, first ? { ...first, holds: join(first.holds, thing.holds) } : thing);
  }
  return [...byId.values()];
}

const listIds = ({ inventory, visible }: StoryReading): Map<number, Thing> =>
  new Map([...listThings(inventory), ...listThings(visible)].map((thing) => [thing.id, thing]));
