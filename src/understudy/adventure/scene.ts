import type { Thing } from 'zmachine-story';
import type { AdventurerBrief } from '../../adventure/briefs';
import { openWords, type Words } from '../../adventure/command/known-words';
import { directionOf, plainCommand } from '../../adventure/map/directions';
import { hereOf, placeKey } from '../../adventure/state';
import type { AdventureState, Move } from '../../adventure/state-types';
import { findLabels, findNouns, phraseFor } from './lexicon';
import { type Notebook, readNotebook, readQuoted, writeQuoted } from './notebook';
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

const WORKED = /^"(.+?)" worked here: (.*)$/s;

/** Reads a note on what had an effect; null: it is about something else. */
export function readWorked(text: string): { command: string; text: string } | null {
  const [, command, came = ''] = WORKED.exec(text) ?? [];
  return command === undefined ? null : { command, text: came };
}

/** Reads a note on points that were won; null: it is about something else. */
export function readAward(text: string): { command: string; points: number } | null {
  const [, command, points] = AWARD.exec(text) ?? [];
  return command === undefined ? null : { command, points: Number(points) };
}

/** Names of what was left at a place. */
export const LEFT = /^Left here: (.+)\.$/;

const USELESS = /^Brought here for nothing: (.+)\.$/;

/** First words of its reason for leaving a place where nothing is left to try; read again later. */
export const SEARCHED = 'Everything at hand here is tried';
export const DUG = 'Every last idea here is tried';

/** Writes down what the critic was against in this turn, so that it is not proposed again in the same state of the world. */
export const writeRefused = (rejected: AdventurerBrief['rejected']): string =>
  rejected.length === 0 ? '' : ` Refused here: ${writeQuoted(rejected.map(({ command }) => command))}.`;
const REFUSED = /Refused here: ((?:"[^"]+"(?:, )?)+)\./;
const readRefused = (text: string): string[] => readQuoted(REFUSED.exec(text)?.[1] ?? '');

/** Other words for a direction are the same command. */
const sayPlainly = (command: string): string => directionOf(command) ?? plainCommand(command);

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
    const award = readAward(text);
    return award === null || place === null ? [] : [{ place, ...award }];
  });
  const takenNames = awards.flatMap(({ command }) => /^(?:take|get) (.+)$/.exec(command)?.[1] ?? []);
  return {
    /** Says whether a command had an effect at the place before, in this episode. */
    worked: (place: number | null, command: string): boolean => effectiveCommands.has(key(place, command)),
    /** The same among the newest moves only. */
    workedLately: (place: number | null, command: string): boolean => lately.has(key(place, command)),
    /** Awards of this episode, of earlier ones and of other runs. */
    awards,
    ...findSearched(state),
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
function findSearched({ recent, thoughts, world, episodes }: AdventureState) {
  const searchedPlaces = new Set<number>();
  const dugPlaces = new Set<number>();
  const add = (place: number, text: string): void => {
    if (text.includes(DUG)) dugPlaces.add(place);
    if (text.includes(SEARCHED) || text.includes(DUG)) searchedPlaces.add(place);
  };
  for (const move of recent.toReversed()) {
    if (changedWorld(move)) break;
    if (move.from !== null && move.thinking !== null) add(move.from, move.thinking);
  }
  const since = episodes.at(-1)?.turn ?? 0;
  for (const [place, thought] of Object.entries(thoughts)) {
    const id = Number(place.slice(1));
    // A place without a number is any place.
    if (thought.world === world && thought.turn >= since && Number.isInteger(id)) add(id, thought.text);
  }
  return { searched: searchedPlaces, dug: dugPlaces };
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
const MAX_NOUNS = 12;
/** Words of other texts at the place, at most: the newest. */
const MAX_OTHERS = 8;
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
  const newestThought = state.thoughts[placeKey(here)];
  const refusals = newestThought?.world === state.world ? readRefused(newestThought.text) : [];
  const rejectedCommands = new Set([...rejected.map(({ command }) => command), ...refusals].map(sayPlainly));
  const inHand = toTargets(held, words, tries, true);
  const around = toTargets(visible, words, tries, false).filter(
    ({ id }) => !inHand.some((one) => one.id === id),
  );
  const texts = state.recent.filter(({ to }) => to === here).slice(-MAX_TEXTS);
  const nameWords = new Set([...inHand, ...around].flatMap(({ phrase }) => phrase.split(' ')));
  const isOther = (noun: string): boolean => !nameWords.has(noun);
  const lookNouns = findNouns(text, words).filter(isOther).slice(0, MAX_NOUNS);
  const otherNouns = findNouns(texts.map((move) => move.text).join('\n'), words).filter(isOther);
  const labels = findLabels([text, ...texts.map((move) => move.text)].join('\n'));
  const nouns = [...new Set([...lookNouns, ...otherNouns.slice(-MAX_OTHERS)])].map(
    (noun): Target => ({
      ...{ phrase: noun, name: labels.get(noun) ?? noun, id: null, held: false, inside: false },
    }),
  );
  return {
    brief,
    here,
    words,
    recall: recallRun(state),
    tries,
    /** The ideas that were tried at the place, this turn's among them. */
    notebook: openNotebook(state, here),
    /** Ways out as they are now. */
    exits: state.exits ?? brief.exits(),
    /** Things in hand, and other things here by the tree, each with what it holds. */
    held: inHand,
    around,
    /** Things that only the text names. */
    nouns,
    /** Commands that are not typed: rejected in this turn, in vain here and now, or known to have killed. */
    isBarred: (command: string): boolean =>
      rejectedCommands.has(sayPlainly(command)) ||
      isVain(brief, here, command) ||
      (deadlyCommands.has(command) && !isSafeNow(command)),
  };
}

/** Commands of other lives that are taken up at a place, at most. */
const MAX_REMEMBERED = 8;

/**
 * Opens the notebook of a place. In a new life the story is as it was at the beginning: what worked here in another one
 * may work again.
 */
function openNotebook(state: AdventureState, here: number | null): Notebook {
  const { thoughts, episodes, notes } = state;
  const newest = thoughts[placeKey(here)];
  const notebook = readNotebook(newest?.text ?? '');
  if (episodes.length < 2 || (newest?.turn ?? 0) >= (episodes.at(-1)?.turn ?? 0)) return notebook;
  const workedCommands = notes.flatMap(({ id, place, text }) =>
    isOwn(id) && place === here ? (readWorked(text)?.command ?? []) : [],
  );
  return { ...notebook, changes: [...new Set(workedCommands)].slice(-MAX_REMEMBERED) };
}

/** Names of what a tree has for the player and for pronouns. */
const NO_THINGS = /^\(?(?:it|them|me|you|my ?self|your ?self)\)?$/i;

function toTargets(things: readonly Thing[], words: Words, tries: Tries, held: boolean): Target[] {
  const outer = new Set(things.map(({ id }) => id));
  const targets = flatten(things).flatMap(({ id, name }): Target[] => {
    const whole = NO_THINGS.test(name) ? null : phraseFor(name, words);
    if (whole === null) return [];
    const phrase = whole.includes(' ') ? shorten(whole, tries) : whole;
    return [{ phrase, name, id, held, inside: !outer.has(id) }];
  });
  return tellApart(
    targets.filter((one, i) => targets.findIndex(({ id }) => id === one.id) === i),
    tries,
  );
}

/** Matches the question which of several things is meant: `Which button do you mean, the red button or the blue one?` */
const WHICH = /\bwhich\b[^.?!]{0,40}\bdo you mean\b,?:? (?:the |either )?([^?]+)\?/i;

/** Gives things that one name stands for the names by which the story tells them apart. */
function tellApart(targets: readonly Target[], tries: Tries): Target[] {
  const byPhrase = Map.groupBy(targets, ({ phrase }) => phrase);
  return targets.map((target) => {
    const same = byPhrase.get(target.phrase) ?? [];
    const question = same.length < 2 ? null : WHICH.exec(tries.play(`examine ${target.phrase}`)?.text ?? '');
    const phrases = (question?.[1] ?? '').split(/,? or (?:the )?|, (?:the )?/).filter((one) => one !== '');
    const phrase = phrases[same.indexOf(target)];
    return phrase === undefined ? target : { ...target, phrase: phrase.toLowerCase() };
  });
}

/** `pair of candles` is understood whole in one story, as `candles` in the next, and `red curtain` only as `curtain`. */
function shorten(whole: string, tries: Tries): string {
  const [before = whole, after = whole] = whole.split(' of ');
  const last = whole.split(' ').at(-1) ?? whole;
  const phrases = [...new Set([whole, before, after, last])];
  const otherwise = before === after ? whole : after;
  return phrases.find((phrase) => tries.play(`examine ${phrase}`)?.understood) ?? otherwise;
}

/** Names what holds the player, as most stories say it beside the name of the place; null: nothing does. */
export function findHolder({ tries }: Pick<Scene, 'tries'>): string | null {
  const [line = ''] = tries.baseline.text.split('\n').filter((one) => one.trim() !== '');
  return (
    /[(,]\s*(?:you(?:'re| are) )?(?:sitting |lying |standing )?(?:in|on|inside|aboard) (?:the |your |an? )?([^(),.]+?)\.?\)?\s*$/i.exec(
      line,
    )?.[1] ?? null
  );
}

/** A decision: what to type, and why. */
export interface Choice {
  command: string;
  why: string;
  /** Commands that are to follow it. */
  next?: readonly string[];
}

/** Returns the first choice that is made of an item; later items are not looked at. */
export function firstChoice<T>(items: Iterable<T>, choose: (item: T) => Choice | null): Choice | null {
  for (const item of items) {
    const choice = choose(item);
    if (choice) return choice;
  }
  return null;
}
