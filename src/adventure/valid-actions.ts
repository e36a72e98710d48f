import {
  DIRECTIONS,
  isDeath,
  isOnlyRefusal,
  loadKnownWords,
  plainCommand,
  readEnding,
  type SlicedPlayer,
  type StoryReading,
  type Thing,
  type Trial,
  tryBudget,
} from 'zmachine-story';
import { isFair } from './fair/play';
import { firstLine, wordSet } from './lines';
import type { AdventureState } from './state-types';

/** A command whose trial changed the world, with the reply. */
export interface ValidAction {
  command: string;
  /** First line of the reply. */
  text: string;
  moved: boolean;
  /** Change of the score; 0 if unknown. */
  points: number;
  /** Other commands with the same result. */
  alike: string[];
}

export interface ValidActions {
  actions: ValidAction[];
  /** Number of commands tried, and of commands skipped by the limits. */
  tried: number;
  untried: number;
}

/**
 * Limits of a search: trials, and instructions (as many as this number of long trials, at most ten seconds on a slow
 * machine).
 */
const MAX_TRIALS = 600;
const LONG_TRIALS = 8;
const MAX_INSTRUCTIONS = 20_000_000;
/** Objects per kind. */
const MAX_THINGS = 14;
/** In characters. */
const MAX_ANSWER = 100;

/**
 * Command templates, likeliest first; each is tried with all objects before the next. `$` is a carried object, `#` a
 * visible one or, together with `$`, another carried one; `%` is either.
 */
const FORMS = [
  ...['take #', 'drop $', 'open %', 'close %', 'enter #', 'climb #', 'push %', 'pull #', 'turn %', 'move #'],
  ...['light %', 'turn on %', 'turn off %', 'unlock #', 'wear $', 'take off $', 'eat %', 'drink %', 'read %'],
  ...['put $ in #', 'unlock # with $', 'give $ to #', 'put $ on #'],
  ...['stand', 'jump', 'climb', 'swim', 'dig', 'pray', 'sleep', 'listen', 'wait'],
  ...['extinguish $', 'attack #', 'attack # with $', 'tie $ to #', 'search #', 'touch #'],
  ...['wave $', 'rub $', 'throw $', 'shake $'],
];
/** Words that need not be in the dictionary. */
const JOINING = wordSet('the a an of in on to with off');

/**
 * Lists the commands that change the world at a place, like Jericho's valid actions: combines directions, verbs and
 * pairs of visible and carried objects, tries and reverts each, and keeps the first of those with the same result.
 * Omits deadly commands. Tries the likeliest first, within limits.
 * @param vocabulary the story's words
 * @param attempt plays commands from the current state and reverts them
 * @param spent instructions of the turn that led there
 */
export async function searchValidActions(
  reading: Pick<StoryReading, 'inventory' | 'visible' | 'score'>,
  vocabulary: readonly string[],
  attempt: (commands: readonly string[]) => Trial | Promise<Trial>,
  spent?: number,
): Promise<ValidActions> {
  const candidates = listCandidates(reading, openPhrases(vocabulary));
  const byWorld = new Map<string, ValidAction>();
  const most = Math.min(LONG_TRIALS * tryBudget(spent), MAX_INSTRUCTIONS);
  let instructions = 0;
  let trials = 0;
  for (const command of candidates.slice(0, MAX_TRIALS)) {
    if (instructions > most) break;
    trials += 1;
    const trial = await attempt([command]);
    const { step, effect, moved } = trial;
    instructions += step.instructions;
    const points =
      reading.score === null || step.reading.score === null ? 0 : step.reading.score - reading.score;
    const isDeadly = isDeath(step) || (step.stopped !== null && readEnding(step) !== 'won');
    if (isDeadly || !(effect || moved || points !== 0)) continue;
    if (points === 0 && isOnlyRefusal(trial)) continue;
    const key = `${trial.world} ${points}`;
    const same = byWorld.get(key);
    if (same) same.alike.push(command);
    else {
      const text = firstLine(step.text, MAX_ANSWER);
      byWorld.set(key, { command, text, moved, points, alike: [] });
    }
  }
  return { actions: [...byWorld.values()], tried: trials, untried: candidates.length - trials };
}

const cache = new WeakMap<object, ValidAction[]>();

/** Lists the valid actions if the run's options allow hints. Cached per state. */
export async function listHints(
  { story, config }: Pick<AdventureState, 'story' | 'config'>,
  { vocabulary, attempt }: Pick<SlicedPlayer, 'vocabulary' | 'attempt'>,
): Promise<ValidAction[]> {
  if (config.options.hints !== 'trials' || isFair({ config }) || story?.awaits !== 'line') return [];
  const cachedActions = cache.get(story);
  if (cachedActions) return cachedActions;
  const { snapshot, reading } = story;
  const search = searchValidActions(
    reading,
    vocabulary,
    (inputs) => attempt(snapshot, inputs),
    snapshot.spent,
  );
  const { actions } = await search;
  cache.set(story, actions);
  return actions;
}

/** Without duplicates, likeliest first. */
function listCandidates(
  { inventory, visible }: Pick<StoryReading, 'inventory' | 'visible'>,
  words: Phrases,
): string[] {
  const carriedPhrases = listPhrases(inventory, words);
  const seenPhrases = listPhrases(visible, words);
  const either = [...new Set([...seenPhrases, ...carriedPhrases])];
  const fill = (form: string): string[] => {
    const verb = form.replace(/ [$#%].*/, '');
    if (!words.knows(verb)) return [];
    if (form.includes('%')) return either.map((thing) => form.replace('%', thing));
    if (!form.includes('$'))
      return form.includes('#') ? seenPhrases.map((seen) => form.replace('#', seen)) : [form];
    if (!form.includes('#')) return carriedPhrases.map((tool) => form.replace('$', tool));
    return either.flatMap((target) =>
      carriedPhrases
        .filter((tool) => tool !== target)
        .map((tool) => form.replace('$', tool).replace('#', target)),
    );
  };
  const ways = DIRECTIONS.filter((direction) => words.knows(direction));
  return [...new Set([...ways, ...FORMS.flatMap(fill)].map(plainCommand))];
}

type Phrases = ReturnType<typeof openPhrases>;

function openPhrases(vocabulary: readonly string[]) {
  const words = loadKnownWords(vocabulary);
  const has = (word: string): boolean => JOINING.has(word) || words.knows(word);
  return {
    has,
    /** The first word must be known, the others unless they are joining words. */
    knows: (phrase: string): boolean =>
      words.knows(phrase.split(' ')[0] ?? '') && phrase.split(' ').every(has),
  };
}

/** Objects as commands name them: by the words of their names that the story knows. */
function listPhrases(things: readonly Thing[], words: Phrases): string[] {
  const all = things.flatMap((thing): Thing[] => [thing, ...thing.holds]);
  const phrases = all.slice(0, MAX_THINGS).flatMap(({ name }) => {
    const nameWords = name.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
    const phrase = nameWords.filter((word) => words.has(word)).join(' ');
    return phrase === '' ? [] : [phrase];
  });
  return [...new Set(phrases)];
}
