import {
  findDirection,
  type KnownWords,
  listThings,
  loadKnownWords,
  plainCommand,
  type Thing,
} from 'zmachine-story';
import { findLabels, findNouns, phraseFor } from './lexicon';
import { groupBy, placeName } from './map';
import { currentPlace } from './memory';
import { type Notebook, readNotebook, readQuoted, writeQuoted } from './notebook';
import { openTries, type Tries } from './tries';
import type { Memory, Move, Turn } from './types';

/** Texts of the player's notes, parsed later. Commands are quoted. */
export const NOTE = {
  award: (command: string, points: number): string => `"${command}" brought ${points} points here.`,
  worked: (command: string, came: string): string => `"${command}" worked here: ${came}`,
  useless: (names: readonly string[]): string => `Brought here for nothing: ${names.join(', ')}.`,
  left: (name: string): string => `Left here: ${name}.`,
  deadly: (command: string, came: string): string => `"${command}" was deadly here: ${came}`,
} as const;
const AWARD = /^"(.+?)" brought (\d+) points here/;

const WORKED = /^"(.+?)" worked here: (.*)$/s;

export function readWorked(text: string): { command: string; text: string } | null {
  const [, command, came = ''] = WORKED.exec(text) ?? [];
  return command === undefined ? null : { command, text: came };
}

export function readAward(text: string): { command: string; points: number } | null {
  const [, command, points] = AWARD.exec(text) ?? [];
  return command === undefined ? null : { command, points: Number(points) };
}

/** Names of things left at a place. */
export const LEFT = /^Left here: (.+)\.$/;

const USELESS = /^Brought here for nothing: (.+)\.$/;

/** How its reasons for leaving a finished place begin; parsed later. */
export const SEARCHED = 'Everything at hand here is tried';
export const DUG = 'Every last idea here is tried';

/**
 * Records commands that the critic rejected in this turn, so that they are not proposed again in the same state of the
 * world.
 */
export const writeRefused = (rejected: readonly { command: string }[]): string =>
  rejected.length === 0 ? '' : ` Refused here: ${writeQuoted(rejected.map(({ command }) => command))}.`;
const REFUSED = /Refused here: ((?:"[^"]+"(?:, )?)+)\./;
const readRefused = (text: string): string[] => readQuoted(REFUSED.exec(text)?.[1] ?? '');

/** Synonyms of a direction are the same command. */
const toPlainCommand = (command: string): string => findDirection(command) ?? plainCommand(command);

export interface Award {
  place: number;
  command: string;
  points: number;
}

export type Recall = ReturnType<typeof recallRun>;

/** True if a move had an effect other than walking. */
export const changedWorld = (move: Pick<Move, 'effect' | 'moved'>): boolean => move.effect && !move.moved;

/** Derives the lessons of a run from its state alone. */
export function recallRun(state: Memory) {
  const effectiveCommands = new Set(state.progress.effective);
  const lately = new Set(state.recent.filter(changedWorld).map((move) => key(move.from, move.command)));
  const awards = state.notes.flatMap(({ place, text }): Award[] => {
    const award = readAward(text);
    return award === null || place === null ? [] : [{ place, ...award }];
  });
  const takenNames = awards.flatMap(({ command }) => /^(?:take|get) (.+)$/.exec(command)?.[1] ?? []);
  return {
    /** True if a command had an effect at the place in this episode. */
    worked: (place: number | null, command: string): boolean => effectiveCommands.has(key(place, command)),
    /** Same, within the recent moves. */
    workedLately: (place: number | null, command: string): boolean => lately.has(key(place, command)),
    /** From this episode, earlier ones and other runs. */
    awards,
    ...findSearched(state),
    /** Names of things that scored points when taken. */
    valued: new Set(takenNames) as ReadonlySet<string>,
    /** Treasures brought to a place in this episode and carried away again. */
    useless: state.notes.flatMap(({ id, place, text, episode }) =>
      place === null || !isOwn(id) || episode !== state.episodes.length
        ? []
        : (USELESS.exec(text)?.[1]?.split(', ') ?? []).map((name) => ({ place, name })),
    ),
  };
}

/** True for notes of this run; other runs may differ. */
export const isOwn = (id: string): boolean => id.startsWith('M');

const key = (place: number | null, command: string): string => `${placeName(place)} ${command}`;

/** Finished places that the player left since the world last changed; `dug`: including unlikely ideas. */
function findSearched({ recent, thoughts, world, episodes }: Memory) {
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
    // Skip the key of unknown places.
    if (thought.world === world && thought.turn >= since && Number.isInteger(id)) add(id, thought.text);
  }
  return { searched: searchedPlaces, dug: dugPlaces };
}

/** A thing as commands name it. `id` is null for things only in the text. */
export interface Target {
  phrase: string;
  name: string;
  id: number | null;
  held: boolean;
  /** Inside or on another thing. */
  inside: boolean;
}

export type Scene = ReturnType<typeof readScene>;

/** Words of a text to use as things. */
const MAX_NOUNS = 12;
/** Words from other texts at the place; the newest. */
const MAX_OTHERS = 8;
/** Recent texts at a place to search for things. */
const MAX_TEXTS = 3;

/** Collects everything that the player needs to decide. */
export function readScene(turn: Turn) {
  const { state, vocabulary, rejected = [] } = turn;
  const words = loadKnownWords(vocabulary);
  const here = currentPlace(state);
  const tries = openTries(turn);
  const { held, visible, text } = tries.baseline;
  const deadlyCommands = new Set(state.deadly[placeName(here)]);
  // A command that was deadly in another life is allowed only if it clearly leads on now: with a light, or after a
  // guard left.
  const isSafeNow = (command: string): boolean => {
    const outcome = tries.play(command);
    return outcome?.moved === true && !outcome.deadly && !outcome.dark;
  };
  const newestThought = state.thoughts[placeName(here)];
  const refusals = newestThought?.world === state.world ? readRefused(newestThought.text) : [];
  const rejectedCommands = new Set(
    [...rejected.map(({ command }) => command), ...refusals].map(toPlainCommand),
  );
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
    state,
    turn: turn.turn,
    vocabulary,
    here,
    words,
    recall: recallRun(state),
    tries,
    /** Progress of this place's ideas, including this turn. */
    notebook: openNotebook(state, here),
    exits: state.exits ?? turn.exits(),
    /** Carried things, and other things here in the object tree, with their contents. */
    held: inHand,
    around,
    nouns,
    /** True for commands not to type: rejected in this turn, already failed here, or known to be deadly. */
    isBarred: (command: string): boolean =>
      rejectedCommands.has(toPlainCommand(command)) ||
      state.vain[placeName(here)]?.[command] === state.world ||
      (deadlyCommands.has(command) && !isSafeNow(command)),
  };
}

/** Commands of other lives to reuse at a place. */
const MAX_REMEMBERED = 8;

/**
 * Opens the notebook of a place. A new life restarts the story, so commands that worked in another life may work again.
 */
function openNotebook(state: Memory, here: number | null): Notebook {
  const { thoughts, episodes, notes } = state;
  const newest = thoughts[placeName(here)];
  const notebook = readNotebook(newest?.text ?? '');
  if (episodes.length < 2 || (newest?.turn ?? 0) >= (episodes.at(-1)?.turn ?? 0)) return notebook;
  const workedCommands = notes.flatMap(({ id, place, text }) =>
    isOwn(id) && place === here ? (readWorked(text)?.command ?? []) : [],
  );
  return { ...notebook, changes: [...new Set(workedCommands)].slice(-MAX_REMEMBERED) };
}

/** Object names of the player and of pronouns. */
const NO_THINGS = /^\(?(?:it|them|me|you|my ?self|your ?self)\)?$/i;

function toTargets(things: readonly Thing[], words: KnownWords, tries: Tries, held: boolean): Target[] {
  const outer = new Set(things.map(({ id }) => id));
  const targets = listThings(things).flatMap(({ id, name }): Target[] => {
    const whole = NO_THINGS.test(name) ? null : phraseFor(name, words);
    if (whole === null) return [];
    const phrase = whole.includes(' ') ? shorten(whole, tries) : whole;
    return [{ phrase, name, id, held, inside: !outer.has(id) }];
  });
  return disambiguate(
    targets.filter((one, i) => targets.findIndex(({ id }) => id === one.id) === i),
    tries,
  );
}

/** A disambiguation question: `Which button do you mean, the red button or the blue one?` */
const WHICH = /\bwhich\b[^.?!]{0,40}\bdo you mean\b,?:? (?:the |either )?([^?]+)\?/i;

/** Replaces an ambiguous name by the names from the story's question. */
function disambiguate(targets: readonly Target[], tries: Tries): Target[] {
  const byPhrase = groupBy(targets, ({ phrase }) => phrase);
  return targets.map((target) => {
    const same = byPhrase.get(target.phrase) ?? [];
    const question = same.length < 2 ? null : WHICH.exec(tries.play(`examine ${target.phrase}`)?.text ?? '');
    const phrases = (question?.[1] ?? '').split(/,? or (?:the )?|, (?:the )?/).filter((one) => one !== '');
    const phrase = phrases[same.indexOf(target)];
    return phrase === undefined ? target : { ...target, phrase: phrase.toLowerCase() };
  });
}

/**
 * Stories differ in the names that they understand: `pair of candles` or `candles`, `red curtain` or only `curtain`.
 */
function shorten(whole: string, tries: Tries): string {
  const [before = whole, after = whole] = whole.split(' of ');
  const last = whole.split(' ').at(-1) ?? whole;
  const phrases = [...new Set([whole, before, after, last])];
  const otherwise = before === after ? whole : after;
  return phrases.find((phrase) => tries.play(`examine ${phrase}`)?.understood) ?? otherwise;
}

/** The player's holder, which most stories print next to the place; null if none. */
export function findHolder({ tries }: Pick<Scene, 'tries'>): string | null {
  const [line = ''] = tries.baseline.text.split('\n').filter((one) => one.trim() !== '');
  return (
    /[(,]\s*(?:you(?:'re| are) )?(?:sitting |lying |standing )?(?:in|on|inside|aboard) (?:the |your |an? )?([^(),.]+?)\.?\)?\s*$/i.exec(
      line,
    )?.[1] ?? null
  );
}

/** A command and its reason. */
export interface Choice {
  command: string;
  why: string;
  /** Planned follow-up commands. */
  next?: readonly string[];
}

/** The first choice made for an item. */
export function firstChoice<T>(items: Iterable<T>, choose: (item: T) => Choice | null): Choice | null {
  for (const item of items) {
    const choice = choose(item);
    if (choice) return choice;
  }
  return null;
}
