import type { AdventurerBrief } from '../../engines/adventure/briefs';
import { placeKey } from '../../engines/adventure/state';
import type { Exit, Thing } from '../../games/zmachine/types';
import { type Recall, recallRun } from './recall';
import { findNouns, openWords, phraseFor, type Words } from './text';
import { flatten, isVain, openTries, type Tries } from './tries';

/** A thing as commands name it. `id` is null for what only the text speaks of. */
export interface Target {
  phrase: string;
  name: string;
  id: number | null;
  held: boolean;
  /** It lies in or on another thing. */
  inside: boolean;
}

/** Where the understudy stands, with everything it goes by. */
export interface Scene {
  brief: AdventurerBrief;
  here: number | null;
  words: Words;
  recall: Recall;
  tries: Tries;
  /** Ways out as they are now. */
  exits: readonly Exit[];
  /** What is carried, and what else is here by the tree, each with what it holds. */
  held: Target[];
  around: Target[];
  /** What only the text speaks of. */
  nouns: Target[];
  /** Commands that are not typed: rejected in this turn, in vain here and now, or known to have killed. */
  isBarred: (command: string) => boolean;
}

/** Words of a text that are looked into, at most. */
const MAX_NOUNS = 14;
/** Newest moves at a place whose text is read again for what it names. */
const MAX_TEXTS = 3;

export function readScene(brief: AdventurerBrief): Scene {
  const { state, rejected } = brief;
  const words = openWords(brief.vocabulary);
  const here = state.story?.reading.location?.id ?? null;
  const tries = openTries(brief);
  const { held, visible, text } = tries.baseline;
  const killed = new Set(state.deadly[placeKey(here)]);
  // What killed in another life is done only where it plainly leads on now: with a light, after a guard is gone.
  const isSafeNow = (command: string): boolean => {
    const outcome = tries.play(command);
    return outcome?.moved === true && !outcome.deadly && !outcome.dark;
  };
  const refused = new Set(rejected.map(({ command }) => command));
  const carried = toTargets(held, words, tries, true);
  const around = toTargets(visible, words, tries, false).filter(
    ({ id }) => !carried.some((one) => one.id === id),
  );
  const texts = state.recent.filter(({ to }) => to === here).slice(-MAX_TEXTS);
  const named = new Set([...carried, ...around].flatMap(({ phrase }) => phrase.split(' ')));
  const nouns = findNouns([text, ...texts.map((move) => move.text)].join('\n'), words)
    .filter((noun) => !named.has(noun))
    .slice(0, MAX_NOUNS)
    .map((noun): Target => ({ phrase: noun, name: noun, id: null, held: false, inside: false }));
  return {
    brief,
    here,
    words,
    recall: recallRun(state),
    tries,
    exits: state.exits ?? brief.exits(),
    held: carried,
    around,
    nouns,
    isBarred: (command) =>
      refused.has(command) || isVain(brief, here, command) || (killed.has(command) && !isSafeNow(command)),
  };
}

function toTargets(things: readonly Thing[], words: Words, tries: Tries, held: boolean): Target[] {
  const outer = new Set(things.map(({ id }) => id));
  const targets = flatten(things).flatMap(({ id, name }): Target[] => {
    const whole = phraseFor(name, words);
    if (whole === null) return [];
    return [
      {
        phrase: whole.includes(' of ') ? shorten(whole, tries) : whole,
        name,
        id,
        held,
        inside: !outer.has(id),
      },
    ];
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
