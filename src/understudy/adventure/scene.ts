import type { AdventurerBrief } from '../../engines/adventure/briefs';
import { hereOf, placeKey } from '../../engines/adventure/state';
import type { AdventureState, Move } from '../../engines/adventure/state-types';
import type { Thing } from '../../games/zmachine/types';
import { findNouns, openWords, phraseFor, type Words } from './lexicon';
import { flatten, isVain, openTries, type Tries } from './tries';

/** Texts of the understudy's notes, by which it finds its own again. The command stands in quotes. */
export const NOTE = {
  award: (command: string, points: number): string => `"${command}" brought ${points} points here.`,
  worked: (command: string, came: string): string => `"${command}" worked here: ${came}`,
  useless: (names: readonly string[]): string => `Brought here for nothing: ${names.join(', ')}.`,
  left: (name: string): string => `Left here: ${name}.`,
  deadly: (command: string, came: string): string => `"${command}" was deadly here: ${came}`,
} as const;
const AWARD = /^"(.+?)" brought (\d+) points here/;

/** Names of what was left at a place. */
export const LEFT = /^Left here: (.+)\.$/;

const USELESS = /^Brought here for nothing: (.+)\.$/;

/** First words of its reason for leaving a place where nothing is left to try; read again later. */
export const SEARCHED = 'Everything at hand here is tried';
export const DUG = 'Every last idea here is tried';

/** A command that brought points, and where. */
export interface Award {
  place: number;
  command: string;
  points: number;
}

export type Recall = ReturnType<typeof recallRun>;

/** Says whether a move changed the world other than by walking. */
export const changedWorld = (move: Pick<Move, 'effect' | 'moved'>): boolean => move.effect && !move.moved;

/** Derives the lessons of a run from its state alone. */
export function recallRun(state: AdventureState) {
  const effectiveCommands = new Set(state.progress.effective);
  const lately = new Set(state.recent.filter(changedWorld).map((move) => key(move.from, move.command)));
  const awards = state.notes.flatMap(({ place, text }): Award[] => {
    const [, command, points] = AWARD.exec(text) ?? [];
    return command === undefined || place === null ? [] : [{ place, command, points: Number(points) }];
  });
  const takenNames = awards.flatMap(({ command }) => /^(?:take|get) (.+)$/.exec(command)?.[1] ?? []);
  return {
    /** Says whether a command had an effect at the place before, in this episode. */
    worked: (place: number | null, command: string): boolean => effectiveCommands.has(key(place, command)),
    /** The same among the newest moves only. */
    workedLately: (place: number | null, command: string): boolean => lately.has(key(place, command)),
    /** Awards of this episode, of earlier ones and of other runs. */
    awards,
    ...findSearched(state.recent),
    /** Names of things that brought points when they were taken. */
    valued: new Set(takenNames) as ReadonlySet<string>,
    /** Names of treasures that were brought to a place in this episode, and carried away again. */
    useless: state.notes.flatMap(({ id, place, text, episode }) =>
      place === null || !isOwn(id) || episode !== state.episodes.length
        ? []
        : (USELESS.exec(text)?.[1]?.split(', ') ?? []).map((name) => ({ place, name })),
    ),
  };
}

/** Says whether a note is of this run; in others other things happened. */
export const isOwn = (id: string): boolean => id.startsWith('M');

const key = (place: number | null, command: string): string => `${placeKey(place)} ${command}`;

/** Finds places left since the world last changed with nothing more to try; `dug`: down to the last idea. */
function findSearched(recent: readonly Move[]) {
  const searchedPlaces = new Set<number>();
  const dug = new Set<number>();
  for (const move of recent.toReversed()) {
    if (changedWorld(move)) break;
    if (move.from === null || move.thinking === null) continue;
    if (move.thinking.includes(DUG)) dug.add(move.from);
    if (move.thinking.includes(SEARCHED) || move.thinking.includes(DUG)) searchedPlaces.add(move.from);
  }
  return { searched: searchedPlaces, dug };
}

/** A thing as commands name it. `id` is null for what only the text speaks of. */
export interface Target {
  phrase: string;
  name: string;
  id: number | null;
  held: boolean;
  /** It lies in or on another thing. */
  inside: boolean;
}

export type Scene = ReturnType<typeof readScene>;

/** Words of a text that are looked into, at most. */
const MAX_NOUNS = 14;
/** Newest moves at a place whose text is read again for what it names. */
const MAX_TEXTS = 3;

/** Reads the place of the understudy, with everything it goes by. */
export function readScene(brief: AdventurerBrief) {
  const { state, rejected } = brief;
  const words = openWords(brief.vocabulary);
  const here = hereOf(state);
  const tries = openTries(brief);
  const { held, visible, text } = tries.baseline;
  const deadlyCommands = new Set(state.deadly[placeKey(here)]);
  // What killed in another life is done only where it plainly leads on now: with a light, after a guard is gone.
  const isSafeNow = (command: string): boolean => {
    const outcome = tries.play(command);
    return outcome?.moved === true && !outcome.deadly && !outcome.dark;
  };
  const rejectedCommands = new Set(rejected.map(({ command }) => command));
  const inHand = toTargets(held, words, tries, true);
  const around = toTargets(visible, words, tries, false).filter(
    ({ id }) => !inHand.some((one) => one.id === id),
  );
  const texts = state.recent.filter(({ to }) => to === here).slice(-MAX_TEXTS);
  const nameWords = new Set([...inHand, ...around].flatMap(({ phrase }) => phrase.split(' ')));
  const nouns = findNouns([text, ...texts.map((move) => move.text)].join('\n'), words)
    .filter((noun) => !nameWords.has(noun))
    .slice(0, MAX_NOUNS)
    .map((noun): Target => ({ phrase: noun, name: noun, id: null, held: false, inside: false }));
  return {
    brief,
    here,
    words,
    recall: recallRun(state),
    tries,
    /** Ways out as they are now. */
    exits: state.exits ?? brief.exits(),
    /** Things in hand, and other things here by the tree, each with what it holds. */
    held: inHand,
    around,
    /** Things that only the text names. */
    nouns,
    /** Commands that are not typed: rejected in this turn, in vain here and now, or known to have killed. */
    isBarred: (command: string): boolean =>
      rejectedCommands.has(command) ||
      isVain(brief, here, command) ||
      (deadlyCommands.has(command) && !isSafeNow(command)),
  };
}

function toTargets(things: readonly Thing[], words: Words, tries: Tries, held: boolean): Target[] {
  const outer = new Set(things.map(({ id }) => id));
  const targets = flatten(things).flatMap(({ id, name }): Target[] => {
    const whole = phraseFor(name, words);
    if (whole === null) return [];
    const phrase = whole.includes(' of ') ? shorten(whole, tries) : whole;
    return [{ phrase, name, id, held, inside: !outer.has(id) }];
  });
  return targets.filter((one, i) => targets.findIndex(({ id }) => id === one.id) === i);
}

/** `pair of candles` is understood whole in one story, as `candles` in the next. */
function shorten(whole: string, tries: Tries): string {
  const [before = whole, after = whole] = whole.split(' of ');
  return [whole, before, after].find((phrase) => tries.play(`examine ${phrase}`)?.understood) ?? after;
}

/** A decision: what to type, and why. */
export interface Choice {
  command: string;
  why: string;
}

/** Returns the first choice that is made of an item; later items are not looked at. */
export function firstChoice<T>(items: Iterable<T>, choose: (item: T) => Choice | null): Choice | null {
  for (const item of items) {
    const choice = choose(item);
    if (choice) return choice;
  }
  return null;
}
