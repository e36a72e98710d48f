import { findNames, findSayings } from './lexicon';
import type { Scene, Target } from './scene';

/** Other things that one is moved or aimed to, at most. */
const MAX_OTHERS = 12;
/** Compass directions that something large is pushed in. */
const COMPASS = ['north', 'south', 'east', 'west'];

/**
 * Lists what else may be done with a thing that answered to being pushed, pulled or turned: that it can be moved says that
 * it may belong beside another thing here.
 */
export function listMoves(scene: Scene, command: string): string[] {
  const [, verb, phrase] = /^(push|pull|move) (.+)$/.exec(command) ?? [];
  if (verb === undefined || phrase === undefined || / (?:to|under) /.test(phrase)) return [];
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

/** Lists what may be looked up in the things of a place that people look things up in: names that were read. */
export function listLookups({ around, held, tries, brief: { state }, words }: Scene): string[] {
  const sources: Target[] = [...around, ...held].filter(({ name }) => CONSULTED.test(name));
  if (sources.length === 0) return [];
  const text = [tries.baseline, ...state.recent.toReversed(), ...state.notes]
    .map((one) => one.text)
    .join('\n');
  const names = [...new Set([...findNames(text, words), ...findSayings(text, words)])].slice(0, MAX_NAMES);
  return sources.flatMap(({ phrase }) =>
    names.flatMap((name) => [
      ...(words.knows('look') ? [`look up ${name} in ${phrase}`] : []),
      ...(words.knows('consult') ? [`consult ${phrase} about ${name}`] : []),
    ]),
  );
}
