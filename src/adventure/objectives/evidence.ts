import { stemmer } from 'stemmer';
import { firstLine } from '../lines';
import { DIRECTIONS } from '../map/directions';
import type { AdventureState, Objective } from '../state-types';
import { contentWords, wordsOf } from './words';

type Told = Pick<Objective, 'text' | 'turn'>;

/** Most characters of an answer in evidence. */
const MAX_ANSWER = 160;

/**
 * Finds the newest command since an objective was set that changed something and has to do with it: the command or the
 * answer shares a word with the objective. Null: the story showed nothing that speaks for it.
 */
export function findEvidence(
  { recent }: Pick<AdventureState, 'recent'>,
  { text, turn }: Told,
): string | null {
  const goalStems = stemsOf(text);
  const move = recent.findLast((one, at) => {
    const before = recent[at - 1]?.score ?? null;
    const hasScored = one.score !== null && before !== null && one.score > before;
    if (one.turn <= turn || one.died || !(one.effect || one.moved || hasScored)) return false;
    return [...stemsOf(`${one.command} ${one.text}`)].some((stem) => goalStems.has(stem));
  });
  return move ? `"${move.command}": ${firstLine(move.text, MAX_ANSWER)}` : null;
}

const stemsOf = (text: string): Set<string> => new Set(contentWords(text).map(stemmer));

/** True when an objective asks for a way out of a place that is known to be blocked there: `find a way north from L12`. */
export function isStillShut({ map }: Pick<AdventureState, 'map'>, { text }: Pick<Told, 'text'>): boolean {
  const tokens = wordsOf(text);
  const places = readPlaces(text);
  return map.blocked.some(
    ({ from, direction }) =>
      places.includes(from) && DIRECTIONS.includes(direction) && isWayFrom(tokens, direction, from),
  );
}

/** True when a direction and a place follow one another as a way: `north from l12`, `l12 north`, `north of l12`. */
function isWayFrom(tokens: readonly string[], direction: string, place: number): boolean {
  const phrase = ` ${tokens.join(' ')} `;
  return [
    `${direction} from l${place}`,
    `${direction} of l${place}`,
    `${direction} at l${place}`,
    `l${place} ${direction}`,
  ].some((way) => phrase.includes(` ${way} `));
}

/** Numbers of the places that a text names as the map does: `L12`. */
export const readPlaces = (text: string): number[] =>
  wordsOf(text).flatMap((token) => (/^l\d{1,6}$/.test(token) ? [Number(token.slice(1))] : []));
