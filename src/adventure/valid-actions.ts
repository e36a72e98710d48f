import type { SlicedPlayer, StoryReading, Thing, Trial } from 'zmachine-story';
import { tryBudget } from 'zmachine-story';
import { isDeath, readEnding } from './command/endings';
import { openWords } from './command/known-words';
import { isOnlyRefusal } from './command/refusal';
import { isFair } from './fair/play';
import { firstLine, wordSet } from './lines';
import { DIRECTIONS, plainCommand } from './map/directions';
import type { AdventureState } from './state-types';

/** A command whose trial changed the world, with what the story answered. */
export interface ValidAction {
  command: string;
  /** First line of the answer. */
  text: string;
  moved: boolean;
  /** Change of the score; 0 where it is not known. */
  points: number;
  /** Other commands that leave the same world. */
  alike: string[];
}

/** What a search for valid actions came to. */
export interface ValidActions {
  actions: ValidAction[];
  /** Number of commands that were tried, and of those that there was no room for. */
  tried: number;
  untried: number;
}

/**
 * Trials of one search. Together they may take as many instructions as so many long ones, and no more than a slow machine
 * runs in about ten seconds.
 */
const MAX_TRIALS = 600;
const LONG_TRIALS = 8;
const MAX_INSTRUCTIONS = 20_000_000;
/** Things of one kind that commands are made of. */
const MAX_THINGS = 14;
/** Longest answer that is given, in characters. */
const MAX_ANSWER = 100;

/**
 * Forms of commands, the likeliest first: each is tried with all things before the next. `$` is a carried thing, `#` one in
 * sight or, with a carried one beside it, another in hand; `%` is either.
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
 * Lists the commands of a place that change the world, as the valid actions of Jericho do: ways, verbs and pairs of things
 * are made of what is in sight and in hand, each is tried and taken back, and of those that leave the same world the
 * first is kept. Deadly commands are left out. It takes as many trials as fit, the likeliest commands first, and leaves out
 * the rest.
 *
 * @param vocabulary words that the story knows
 * @param attempt plays commands from where the story stands and takes them back
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

/** Lists the valid actions where a run stands, if it gives its adventurer such hints. Made once for a state. */
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

/** Commands to try, each once, the likeliest first. */
function listCandidates(
  { inventory, visible }: Pick<StoryReading, 'inventory' | 'visible'>,
  words: Phrases,
): string[] {
  const carriedPhrases = phrasesOf(inventory, words);
  const seenPhrases = phrasesOf(visible, words);
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
  const words = openWords(vocabulary);
  const has = (word: string): boolean => JOINING.has(word) || words.knows(word);
  return {
    has,
    /** Knows the first word of a phrase, and every other that needs to be known. */
    knows: (phrase: string): boolean =>
      words.knows(phrase.split(' ')[0] ?? '') && phrase.split(' ').every(has),
  };
}

/** Things as commands name them: by the words of their names that the story knows. */
function phrasesOf(things: readonly Thing[], words: Phrases): string[] {
  const all = things.flatMap((thing): Thing[] => [thing, ...thing.holds]);
  const phrases = all.slice(0, MAX_THINGS).flatMap(({ name }) => {
    const nameWords = name.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
    const phrase = nameWords.filter((word) => words.has(word)).join(' ');
    return phrase === '' ? [] : [phrase];
  });
  return [...new Set(phrases)];
}
