import type { Move } from '../../adventure/state-types';
import { findNames, findSayings } from './lexicon';
import { type Choice, firstChoice, type Scene, type Target } from './scene';

/** Other things that one is moved or aimed to, at most. */
const MAX_OTHERS = 12;
/** Compass directions that something large is pushed in. */
const COMPASS = ['north', 'south', 'east', 'west'];
/** Matches a thing with where it is moved to. */
const MOVED = new RegExp(` (?:to|under) | (?:${COMPASS.join('|')})$`);

/**
 * Lists what else may be done with a thing that answered to being pushed, pulled or turned: that it can be moved says that
 * it may belong beside another thing here.
 */
export function listMoves(scene: Scene, command: string): string[] {
  const [, verb, phrase] = /^(push|pull|move) (.+)$/.exec(command) ?? [];
  if (verb === undefined || phrase === undefined || MOVED.test(phrase)) return [];
  const others = [...scene.around, ...scene.nouns]
    .map((target) => target.phrase)
    .filter((other) => other !== phrase && !phrase.split(' ').includes(other));
  return [
    ...[...new Set(others)].slice(0, MAX_OTHERS).map((other) => `${verb} ${phrase} to ${other}`),
    ...COMPASS.map((direction) => `${verb} ${phrase} ${direction}`),
  ];
}

/** Lists commands that get on a thing that was pushed somewhere, each with a way that may be in reach then. */
export const listSteps = (phrase: string): string[][] =>
  ['climb', 'stand on', 'enter'].map((verb) => [`${verb} ${phrase}`, 'up']);

/** Things that somebody looks something up in. */
const CONSULTED =
  /\b(?:cabinets?|files?|records?|archives?|catalogue?s?|index|director(?:y|ies)|register|ledger|encyclop(?:a?edia|a?ediae)|dictionary|almanac|atlas|books?|volumes?|album|computer|terminal|manual|guide(?:book)?)\b/i;
/** Names that are looked up, at most. */
const MAX_NAMES = 8;

/** Matches a name that is told as nothing but a name: somebody or something is called so. */
const CALLED = /["“]([A-Z][a-z]{2,})[.,!?]?["”]/g;

/** Lists what may be looked up in the things of a place that people look things up in: names that were read. */
export function listLookups(scene: Scene): string[] {
  const { tries, words, brief } = scene;
  const text = [tries.baseline, ...brief.state.recent.toReversed(), ...brief.state.notes]
    .map((one) => one.text)
    .join('\n');
  return writeLookups(scene, [...findNames(text, words), ...findSayings(text, words)]);
}

function writeLookups({ around, held, words }: Scene, names: readonly string[]): string[] {
  const sources: Target[] = [...around, ...held].filter(({ name }) => CONSULTED.test(name));
  return sources.flatMap(({ phrase }) =>
    [...new Set(names)]
      .slice(0, MAX_NAMES)
      .flatMap((name) => [
        ...(words.knows('look') ? [`look up ${name} in ${phrase}`] : []),
        ...(words.knows('consult') ? [`consult ${phrase} about ${name}`] : []),
      ]),
  );
}

/** Looks up a name that somebody or something was called since the player was last here. */
export function lookUp(scene: Scene): Choice | null {
  const { recent } = scene.brief.state;
  const last = recent.slice(0, -1).findLastIndex(({ from }) => from === scene.here);
  return firstChoice(writeLookups(scene, findCalled(scene, recent.slice(last + 1))), (command) => {
    const outcome = scene.isBarred(command) ? null : scene.tries.play(command);
    if (!outcome?.effect || outcome.deadly || outcome.points < 0) return null;
    return { command, why: 'That name was told, and may stand there.' };
  });
}

/** Finds the places that the player saw lately where a name may be looked up that was told since. */
export function findSources(scene: Scene): ReadonlySet<number> {
  const { recent } = scene.brief.state;
  const newest = recent.findLastIndex((move) => findCalled(scene, [move]).length > 0);
  const isSeenSince = (place: number): boolean => recent.slice(newest).some(({ to }) => to === place);
  return new Set(
    recent
      .slice(0, newest + 1)
      .flatMap(({ to, text }) => (to !== null && CONSULTED.test(text) && !isSeenSince(to) ? [to] : [])),
  );
}

const findCalled = ({ words }: Scene, moves: readonly Move[]): string[] =>
  moves.flatMap(({ text }) =>
    [...text.matchAll(CALLED)].map(([, name = '']) => name.toLowerCase()).filter((name) => words.knows(name)),
  );
