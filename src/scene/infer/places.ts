import type { Clause } from './clauses';
import { findVerb, lower, type PhraseReading, readPhrase } from './phrases';
import {
  AT,
  CLOTHES,
  isPerson,
  LOOSE_MOVES,
  MOVES,
  NO_PLACE,
  ON_THE_WAY,
  PLACES,
  POSTURES,
  presentParticiple,
  SETTLINGS,
  STAYS,
  WHEREABOUTS,
} from './words';

const at = (place: string | null): PhraseReading[] =>
  place === null ? [] : [{ field: 'location', value: place }];

/** A phrase that names a place. `strict`: only with a noun from {@link PLACES}. */
function readPlace(words: readonly string[], strict = false): string | null {
  const phrase = readPhrase(words);
  if (!phrase) return null;
  const { head, text } = phrase;
  const isEdge = /^(?:end|foot|front|back|side|head|bottom|top|middle|centre|center|edge|far)$/.test(head);
  if (isEdge && / of the /.test(text)) return PLACES.has(text.split(' ').at(-1) ?? '') ? text : null;
  if (NO_PLACE.has(head) || isPerson(head) || CLOTHES.has(head)) return null;
  return strict && !PLACES.has(head) ? null : text;
}

/** `walks over to the window`, `steps outside`, `enters the kitchen`; `leaves` clears the location. */
export function doMove(clause: Clause): PhraseReading[] {
  const [head = ''] = lower(clause.words);
  const over: PhraseReading = { field: 'activity', value: null };
  if (/^enter(?:s|ing)?$/.test(head)) {
    const place = readPlace(clause.words.slice(1));
    return place === null ? [] : [...at(place), over];
  }
  if (/^(?:leaves?|leaving|exits?|exiting|departs?|departing)$/.test(head)) {
    const isThing = clause.words.length > 1 && readPlace(clause.words.slice(1), true) === null;
    return isThing ? [] : [{ field: 'location', value: null }, over];
  }
  if (/^join(?:s|ing)$/.test(head)) {
    const to = lower(clause.words).findIndex((word) => /^(?:at|by|on|near)$/.test(word));
    const place = to > 1 && to < 5 ? readPlace(clause.words.slice(to + 1)) : null;
    return place === null ? [] : at(`${clause.words[to]} ${place}`);
  }
  const verb = findVerb(clause, MOVES);
  if (!verb) return [];
  const { base } = verb;
  let rest = verb.rest;
  let away = false;
  while (rest[0] && (ON_THE_WAY.has(rest[0].toLowerCase()) || /ly$/.test(rest[0]))) {
    away ||= /^(?:out|away|off)$/i.test(rest[0]);
    rest = rest.slice(1);
  }
  const [to = ''] = lower(rest);
  if (WHEREABOUTS.has(to) && rest.length === 1) return [...at(to), over];
  const strict = LOOSE_MOVES.has(base);
  if (/^(?:to|into|onto)$/.test(to)) {
    const place = readPlace(rest.slice(1), strict);
    if (place !== null) return [...at(place), over];
  }
  if (/^(?:behind|beside|under|inside)$/.test(to)) {
    const place = readPlace(rest.slice(1), strict);
    if (place !== null) return [...at(`${to} ${place}`), over];
  }
  if (base === 'get' && /^gets? up$|^getting up$/i.test(clause.words.join(' ').trim())) {
    return [{ field: 'activity', value: 'standing' }];
  }
  const isGone = (away && rest.length === 0) || (to === 'through' && /door|gate|arch/.test(rest.join(' ')));
  return isGone ? [{ field: 'location', value: null }, over] : [];
}

/** `sits down by the stove`, `takes a seat at the bar`, `stays by the door`. */
export function doRest(clause: Clause): PhraseReading[] {
  const words = lower(clause.words);
  const text = words.join(' ');
  const seat = /^(?:takes?|taking) a (?:seat|chair)(?= |$)/.test(text);
  const posture = findVerb(clause, POSTURES);
  const settling = findVerb(clause, SETTLINGS);
  const stay = findVerb(clause, STAYS);
  if (
    /^(?:stands? up|rises?(?: to (?:his|her|their|my) feet)?|gets? to (?:his|her|their|my) feet)$/.test(text)
  ) {
    return [{ field: 'activity', value: 'standing' }];
  }
  if (/^(?:falls?|falling) asleep$/.test(text)) return [{ field: 'activity', value: 'asleep' }];
  if (/^(?:wakes? up|wakes?|waking up)$/.test(text)) return [{ field: 'activity', value: 'awake' }];
  if (clause.first && AT.has(words[0] ?? '') && /^(?:at|by)$/.test(words[0] ?? '')) {
    const place = readPlace(clause.words.slice(1), true);
    return place === null ? [] : at(`${words[0]} ${place}`);
  }
  const verb = seat ? { base: 'sit', rest: clause.words.slice(3) } : (posture ?? settling ?? stay);
  if (!verb) return [];
  let rest = verb.rest;
  let down = seat;
  while (
    rest[0] &&
    (/^(?:down|up|back|again|there|still|quietly|over)$/i.test(rest[0]) || /ly$/.test(rest[0]))
  ) {
    down ||= /^(?:down|up|back)$/i.test(rest[0]);
    rest = rest.slice(1);
  }
  // Leaning on a table is not a location.
  const isProp = verb.base === 'lean' && !/^(?:against|by|near|beside)$/i.test(rest[0] ?? '');
  const place = isProp ? null : readPosition(rest, settling !== null && !seat);
  const isResting = posture !== null || seat;
  const isStill =
    isResting &&
    (place !== null ||
      (rest.length === 0 && (down || verb.base !== 'lie') && !/^(?:stand|lean)$/.test(verb.base)));
  const sure = verb.base !== 'lie' || down || place !== null;
  const activity: PhraseReading[] =
    isStill && sure ? [{ field: 'activity', value: presentParticiple(verb.base) }] : [];
  return [...at(place), ...activity];
}

/** `by the stove`; keeps the preposition. `into` after `sinks` counts as `in`. */
function readPosition(words: readonly string[], settles: boolean): string | null {
  const [to = '', next = ''] = lower(words);
  const rest = words.slice(1);
  if (settles && /^(?:into|onto)$/.test(to)) {
    const place = readPlace(rest, true);
    return place === null ? null : `${to.slice(0, 2)} ${place}`;
  }
  if (to === 'next' && next === 'to') {
    const place = readPlace(words.slice(2));
    return place === null ? null : `next to ${place}`;
  }
  if (to === 'in' && next === 'front') {
    const place = readPlace(words.slice(3));
    return place === null ? null : `in front of ${place}`;
  }
  if (!AT.has(to)) return null;
  const place = readPlace(rest, settles);
  return place === null ? null : `${to} ${place}`;
}
