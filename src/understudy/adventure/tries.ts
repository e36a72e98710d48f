import type { AdventurerBrief } from '../../engines/adventure/briefs';
import { isDeath, readEnding } from '../../engines/adventure/command/endings';
import { placeKey } from '../../engines/adventure/state';
import type { StoryReading, Thing, Trial } from '../../games/zmachine/types';
import { isDark, isUnderstood } from './lexicon';

/** Most tries of one turn, in commands of a small story. Those of a large one count more, by their instructions. */
export const MAX_TRIES = 180;
const INSTRUCTIONS = 8_000;

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

export const flatten = (things: readonly Thing[]): Thing[] =>
  things.flatMap((thing) => [thing, ...flatten(thing.holds)]);

/**
 * Opens the tries of a turn, counts them and keeps their outcomes. It looks around and takes stock first, for both tell more
 * than the newest text.
 */
export function openTries(brief: AdventurerBrief, most = MAX_TRIES) {
  let triesLeft = most;
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
  const coming = attempt(['wait']).step.reading;
  const knownIds = new Set(
    [...baseline.held, ...baseline.visible, ...coming.visible]
      .flatMap((thing) => flatten([thing]))
      .map(({ id }) => id),
  );
  const staying = new Set(flatten(coming.visible).map(({ id }) => id));
  const score = reading?.score ?? null;
  const heldBefore = new Set(flatten(baseline.held).map(({ id }) => id));
  const weigh = (commands: readonly string[], { step, effect, moved }: Trial): TryOutcome => {
    const isWin = readEnding(step) === 'won';
    const now = idsOf(step.reading);
    return {
      commands,
      text: step.text,
      effect,
      moved,
      to: step.reading.location?.id ?? null,
      deadly: !isWin && (isDeath(step) || step.stopped !== null || step.awaits === 'nothing'),
      won: isWin,
      points: score === null || step.reading.score === null ? 0 : step.reading.score - score,
      found: moved ? [] : [...now.values()].filter(({ id }) => !knownIds.has(id)),
      got: step.reading.inventory.filter(({ id }) => !heldBefore.has(id)),
      lost: baseline.held.filter(({ id }) => !now.has(id)),
      gone: moved ? [] : baseline.visible.filter(({ id }) => staying.has(id) && !now.has(id)),
      dark: isDark(step.text),
      understood: isUnderstood(step.text),
    };
  };
  return {
    baseline,
    /** Says whether a thing is still here, or in hand, after a moment of waiting. */
    stays: (id: number): boolean => staying.has(id) || baseline.held.some((thing) => thing.id === id),
    get left(): number {
      return triesLeft;
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
