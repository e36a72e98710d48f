import type { StoryReading, Thing, Trial } from 'zmachine-story';
import type { AdventurerBrief } from '../../adventure/briefs';
import { isDeath, readEnding } from '../../adventure/command/endings';
import { isUnderstood } from '../../adventure/command/refusal';
import { placeKey } from '../../adventure/state';
import type { AdventureState } from '../../adventure/state-types';
import { isDark, isDead } from './lexicon';

/** Most tries of one turn, in commands of a small story. Those of a large one count more, by their instructions. */
export const MAX_TRIES = 180;
/** Most when the run was warned that nothing goes forward. */
const MAX_WARNED = 480;
/** Most to get out of danger. */
const MAX_RESCUE = 200;
const INSTRUCTIONS = 12_000;
/** Times that a turn may go on with its search after its tries are used up. */
const MAX_EXTENSIONS = 12;

/** Says whether the run was warned of being stuck since it last went forward. */
export const isWarned = ({ progress }: Pick<AdventureState, 'progress'>): boolean =>
  progress.warned.length > 0;

/** Result of commands that were tried, as a player would see it. */
export interface TryOutcome {
  commands: readonly string[];
  text: string;
  effect: boolean;
  moved: boolean;
  to: number | null;
  /** It ends the story, or kills the player. */
  deadly: boolean;
  won: boolean;
  /** Change of the score; 0 where it can't be read. */
  points: number;
  /** Things to be seen or in hand that were not before. */
  found: Thing[];
  /** Things in hand that were not before; things in hand before that are nowhere to be seen. */
  got: Thing[];
  lost: Thing[];
  /** Things that stood here and would have stayed, and are neither here nor in hand. */
  gone: Thing[];
  dark: boolean;
  understood: boolean;
}

export type Tries = ReturnType<typeof openTries>;

/** Outcomes of trials: a search that was interrupted to wait for one begins again, with the same trials. */
const weighed = new WeakMap<Trial, TryOutcome>();

export const flatten = (things: readonly Thing[]): Thing[] =>
  things.flatMap((thing) => [thing, ...flatten(thing.holds)]);

/**
 * Opens the tries of a turn, counts them and keeps their outcomes. It looks around and takes stock first, for both tell more
 * than the newest text.
 */
export function openTries(brief: AdventurerBrief, most = isWarned(brief.state) ? MAX_WARNED : MAX_TRIES) {
  let triesLeft = most;
  let extensions = 0;
  const outcomes = new Map<string, TryOutcome>();
  const reading = brief.state.story?.reading;
  const attempt = (commands: readonly string[]): Trial => {
    const trial = brief.attempt(commands);
    triesLeft -= commands.length + trial.step.instructions / INSTRUCTIONS;
    return trial;
  };
  const around = attempt(['look']).step;
  const stock = attempt(['inventory']).step;
  /** Things in sight and in hand before anything is tried. */
  const baseline = {
    text: around.text,
    dark: isDark(around.text),
    held: join(reading?.inventory ?? [], stock.reading.inventory),
    visible: join(reading?.visible ?? [], around.reading.visible),
  };
  // What comes by itself is no find.
  const { step: idleStep, moved: drifts } = attempt(['wait']);
  const coming = idleStep.reading;
  const knownIds = new Set(
    [...baseline.held, ...baseline.visible, ...coming.visible]
      .flatMap((thing) => flatten([thing]))
      .map(({ id }) => id),
  );
  const shownIds = new Set(idsOf(coming).keys());
  const comingIds = new Set(flatten(coming.visible).map(({ id }) => id));
  // What lies in or on a thing is read only of a text that tells it, and waiting tells nothing.
  const stayingThings = baseline.visible.filter(({ id }) => comingIds.has(id));
  const staying = new Set([...comingIds, ...flatten(stayingThings).map(({ id }) => id)]);
  const score = reading?.score ?? null;
  const heldBefore = new Set(flatten(baseline.held).map(({ id }) => id));
  const weigh = (commands: readonly string[], trial: Trial): TryOutcome => {
    const earlier = weighed.get(trial);
    if (earlier) return earlier;
    const { step, effect, moved } = trial;
    const isWin = readEnding(step) === 'won';
    const now = idsOf(step.reading);
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
      // Where trials read less than the run does, what they never show is not lost.
      lost: baseline.held.filter(({ id }) => shownIds.has(id) && !now.has(id)),
      gone: moved ? [] : baseline.visible.filter(({ id }) => staying.has(id) && !now.has(id)),
      dark: isDark(step.text),
      understood: isUnderstood(step.text),
    };
    weighed.set(trial, outcome);
    return outcome;
  };
  return {
    baseline,
    /** Says whether the player is elsewhere after a moment of waiting: somebody or something moves them. */
    drifts,
    /** Says whether a thing is still here, or in hand, after a moment of waiting. */
    stays: (id: number): boolean => staying.has(id) || baseline.held.some((thing) => thing.id === id),
    get left(): number {
      return triesLeft;
    },
    /** Allows as many tries again as a turn has, where nothing but trying is left to do. False: no more. */
    extend: (): boolean => {
      if (extensions >= MAX_EXTENSIONS) return false;
      triesLeft = Math.max(0, triesLeft) + MAX_TRIES;
      extensions += 1;
      return true;
    },
    /** Allows the tries that a way out of danger may take, whatever was tried before. */
    rescue: (most = MAX_RESCUE): void => {
      triesLeft = Math.max(triesLeft, most);
    },
    /** Null when the turn's tries are used up. */
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

/** Reads the change of the score where the story says it itself. Larger numbers in words count as 20. */
function readPoints(text: string): number {
  const [, way, amount = ''] = /\bscore has (?:just )?gone (up|down) by ([\w-]+)/i.exec(text) ?? [];
  if (way === undefined) return 0;
  const word = NUMBERS.indexOf(amount.toLowerCase());
  const points = Number.isNaN(Number(amount)) ? (word < 0 ? 20 : word) : Number(amount);
  return way.toLowerCase() === 'up' ? points : -points;
}

/** Things of both lists, each once, with what either says it holds. */
function join(first: readonly Thing[], second: readonly Thing[]): Thing[] {
  const byId = new Map<number, Thing>();
  for (const thing of [...first, ...second]) {
    const first = byId.get(thing.id);
    byId.set(thing.id, first ? { ...first, holds: join(first.holds, thing.holds) } : thing);
  }
  return [...byId.values()];
}

const idsOf = ({ inventory, visible }: StoryReading): Map<number, Thing> =>
  new Map([...flatten(inventory), ...flatten(visible)].map((thing) => [thing.id, thing]));

/** Says whether a command was typed in vain at the place in this state of the world. */
export const isVain = ({ state }: AdventurerBrief, place: number | null, command: string): boolean =>
  state.vain[placeKey(place)]?.[command] === state.world;
