import { findNames, findSayings } from './lexicon';
import { type Choice, firstChoice, type Scene, type Target } from './scene';
import type { Move } from './types';

/** Other things to move or aim a thing to. */
const MAX_OTHERS = 12;
const COMPASS = ['north', 'south', 'east', 'west'];
/** A thing with its destination. */
const MOVED = new RegExp(` (?:to|under) | (?:${COMPASS.join('|')})$`);

/** Further commands for a thing that can be pushed or pulled: it may belong next to another thing here. */
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

/** Commands that climb a pushed thing, each with a way that may then be in reach. */
export const listSteps = (phrase: string): string[][] =>
  ['climb', 'stand on', 'enter'].map((verb) => [`${verb} ${phrase}`, 'up']);

const CONSULTED =
  /\b(?:cabinets?|files?|records?|archives?|catalogue?s?|index|director(?:y|ies)|register|ledger|encyclop(?:a?edia|a?ediae)|dictionary|almanac|atlas|books?|volumes?|album|computer|terminal|manual|guide(?:book)?)\b/i;
const MAX_NAMES = 8;

const CALLED = /["“]([A-Z][a-z]{2,})[.,!?]?["”]/g;

/** Names to look up in the reference works of a place. */
export function listLookups(scene: Scene): string[] {
  const { tries, words, state } = scene;
  const text = [tries.baseline, ...state.recent.toReversed(), ...state.notes]
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

/** Looks up a name learned since the last visit. */
export function lookUp(scene: Scene): Choice | null {
  const { recent } = scene.state;
  const last = recent.slice(0, -1).findLastIndex(({ from }) => from === scene.here);
  return firstChoice(writeLookups(scene, findCalled(scene, recent.slice(last + 1))), (command) => {
    const outcome = scene.isBarred(command) ? null : scene.tries.play(command);
    if (!outcome?.effect || outcome.deadly || outcome.points < 0) return null;
    return { command, why: 'That name was told, and may stand there.' };
  });
}

/** Recently seen places for looking up a name learned since. */
export function findSources(scene: Scene): ReadonlySet<number> {
  const { recent } = scene.state;
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
