import { stemmer } from 'stemmer';
import { DIRECTIONS } from 'zmachine-story';
import { firstLine } from '../lines';
import type { AdventureState, Objective } from '../state-types';
import { contentWords, splitWords } from './words';

type EvidenceText = Pick<Objective, 'text' | 'turn'>;

/** In characters. */
const MAX_ANSWER = 160;

/**
 * The newest effective command since the objective was set that shares a word with it, in the command or the reply;
 * null if there is none.
 */
export function findEvidence(
  { recent }: Pick<AdventureState, 'recent'>,
  { text, turn }: EvidenceText,
): string | null {
  const goalStems = listStems(text);
  const move = recent.findLast((one, at) => {
    const before = recent[at - 1]?.score ?? null;
    const hasScored = one.score !== null && before !== null && one.score > before;
    if (one.turn <= turn || one.died || !(one.effect || one.moved || hasScored)) return false;
    return [...listStems(`${one.command} ${one.text}`)].some((stem) => goalStems.has(stem));
  });
  return move ? `"${move.command}": ${firstLine(move.text, MAX_ANSWER)}` : null;
}

const listStems = (text: string): Set<string> => new Set(contentWords(text).map(stemmer));

/** True if an objective asks for a way that is known to be blocked: `find a way north from L12`. */
export function isStillShut(
  { map }: Pick<AdventureState, 'map'>,
  { text }: Pick<EvidenceText, 'text'>,
): boolean {
  const tokens = splitWords(text);
  const places = readPlaces(text);
  return map.blocked.some(
    ({ from, direction }) =>
      places.includes(from) && DIRECTIONS.includes(direction) && isWayFrom(tokens, direction, from),
  );
}

/** True if direction and place form a way: `north from l12`, `l12 north`, `north of l12`. */
function isWayFrom(tokens: readonly string[], direction: string, place: number): boolean {
  const phrase = ` ${tokens.join(' ')} `;
  return [
    `${direction} from l${place}`,
    `${direction} of l${place}`,
    `${direction} at l${place}`,
    `l${place} ${direction}`,
  ].some((way) => phrase.includes(` ${way} `));
}

/** Ids of places that a text names: `L12`. */
export const readPlaces = (text: string): number[] =>
  splitWords(text).flatMap((token) => (/^l\d{1,6}$/.test(token) ? [Number(token.slice(1))] : []));
