import type { Clause } from './clauses';
import { findVerb, lower, type PhraseReading, readPhrase } from './phrases';
import { doMove, doRest } from './places';
import {
  CLOTHES,
  MOOD_WORDS,
  MOODS_BY_ADVERB,
  MOODS_BY_CAUSE,
  MOODS_BY_VERB,
  MOVES,
  NO_ACTIVITY,
  NO_PLAN,
  PHRASE_ENDS,
  presentParticiple,
  STARTS,
  STATED_ACTIVITIES,
  STOPS,
} from './words';

/** In characters. */
const MAX_VALUE = 80;

export function readClause(clause: Clause): PhraseReading[] {
  const readings =
    clause.of === 'speech'
      ? [
          ...readStatedMood(clause.words),
          ...readStatedActivity(clause.words),
          ...readStatedPlan(clause.words),
        ]
      : [
          ...doMood(clause),
          ...doMove(clause),
          ...doRest(clause),
          ...doDress(clause),
          ...doWork(clause),
          ...doDecide(clause),
        ];
  return readings.filter(({ value }) => value === null || value.length <= MAX_VALUE);
}

/** `grins`, `says angrily`, `is furious`, `shaking with rage`; a bare `furious` at the front. */
function doMood(clause: Clause): PhraseReading[] {
  const mood = (value: string | undefined): PhraseReading[] =>
    value === undefined ? [] : [{ field: 'mood', value }];
  const words = lower(clause.words);
  const [head = '', next = ''] = words;
  const places = [0, 1, words.length - 1].filter((place) => !/ed$/.test(words[place + 1] ?? ''));
  const adverbs = [...clause.adverbs, ...places.map((place) => words[place] ?? '')];
  const adverb = adverbs.find((word) => MOODS_BY_ADVERB.has(word));
  if (adverb !== undefined) return mood(MOODS_BY_ADVERB.get(adverb));
  if (/^(?:trembl|shak|quiver)(?:es?|ing)$/.test(head) && next === 'with') {
    return mood(MOODS_BY_CAUSE.get(words[2] ?? ''));
  }
  const verb = findVerb(clause, MOODS_BY_VERB);
  if (verb) {
    const hasTone = [...clause.adverbs, ...words].some((word) => /[a-z]{3}ly$/.test(word));
    const isOther = /^(?:off|out|away|over|through|back|up|down|around|politely)$/.test(verb.rest[0] ?? '');
    return hasTone || isOther ? [] : mood(verb.base);
  }
  const isState = /^(?:is|am|looks?|feels?|grows?|becomes?|seems?|gets?)$/.test(head);
  return mood(readAdjective(isState ? words.slice(1) : clause.first ? words : []));
}

const DEGREES =
  /^(?:so|very|really|too|just|quite|absolutely|truly|terribly|a|bit|little|visibly|clearly|that|still|more|and|suddenly)$/;
/** Words that may follow an adjective of mood, but not one of a thing. */
const AFTER_MOOD = /^(?:with|at|about|of|now|and|today|tonight|again|beyond|enough)$/;

/** The mood of `so very angry with Bo`; undefined for another meaning (`happy to help`). */
function readAdjective(words: readonly string[]): string | undefined {
  let index = 0;
  while (index < 3 && DEGREES.test(words[index] ?? '')) index += 1;
  const word = words[index] ?? '';
  const after = words[index + 1];
  return MOOD_WORDS.has(word) && (after === undefined || AFTER_MOOD.test(after)) ? word : undefined;
}

/** `pulls on her oilskin`, `takes his hat off`, `is wearing a red coat`. */
function doDress(clause: Clause): PhraseReading[] {
  const words = lower(clause.words);
  const text = words.join(' ');
  const wearing = /^(?:is |am |are )?(?:wearing|dressed in|clad in)(?= )/.exec(text)?.[0];
  if (wearing !== undefined) return dress('wearing', clause.words.slice(wearing.split(' ').length), false);
  const on =
    /^(?:(?:put|pull|slip|throw|tug|shrug|tie|strap|button|zip)(?:s|ting|ping|ging|ing|ning)?|draw(?:s|ing)|drag(?:s|ging)) (?:back )?on(?= )/.exec(
      text,
    )?.[0] ??
    /^(?:dons?|donning|changes? into|changing into|slips? into|slipping into|buttons? up|buttoning up)(?= )/.exec(
      text,
    )?.[0];
  if (on !== undefined) return dress('wearing', clause.words.slice(on.split(' ').length), false);
  const off =
    /^(?:(?:tak(?:es?|ing)|pull(?:s|ing)?|slip(?:s|ping)?|throw(?:s|ing)?|shrug(?:s|ging)?|kick(?:s|ing)?|strip(?:s|ping)?) (?:back )?off|remov(?:es?|ing)|doff(?:s|ing)?|shed(?:s|ding)?|slip(?:s|ping)? out of|shrug(?:s|ging)? out of|unbuckl(?:es?|ing))(?= )/.exec(
      text,
    )?.[0];
  if (off !== undefined) return dress('without', clause.words.slice(off.split(' ').length), false);
  if (/^(?:put|pull|slip|throw|tak|tug)(?:s|es?|ting|ing|ping|ging)?$/.test(words[0] ?? '')) {
    const way = words.at(-1);
    if (way === 'on' || way === 'off') {
      return dress(way === 'on' ? 'wearing' : 'without', clause.words.slice(1, -1), true);
    }
  }
  return [];
}

/** @param whole the phrase must be the whole rest */
function dress(how: 'wearing' | 'without', words: readonly string[], whole: boolean): PhraseReading[] {
  const phrase = readPhrase(words);
  if (!phrase || !CLOTHES.has(phrase.head) || / of /.test(phrase.text) || /'s\b/.test(phrase.text)) return [];
  const next = words[phrase.length]?.toLowerCase();
  // "Takes the coat off the hook", "puts a coat on Bo": not the speaker's clothes.
  if ((whole && next !== undefined) || /^(?:off|on|from|for)$/.test(next ?? '')) return [];
  return [{ field: 'clothing', value: `${how} ${phrase.text}` }];
}

/** `starts mending the net`, `begins to hum`, `is cooking`, `goes back to sewing`; `stops` clears it. */
function doWork(clause: Clause): PhraseReading[] {
  const words = lower(clause.words);
  const text = words.join(' ');
  if (findVerb(clause, STOPS)) return [{ field: 'activity', value: null }];
  const start = findVerb(clause, STARTS);
  const back = /^(?:go(?:es)? back to|returns? to|sets? about|goes? on)(?= [a-z]+ing\b)/.exec(text)?.[0];
  const busy = /^(?:busies|busying) (?:him|her|my|them)sel(?:f|ves) with(?= )/.exec(text)?.[0];
  if (busy !== undefined) {
    const with_ = readPhrase(clause.words.slice(busy.split(' ').length));
    return with_ ? [{ field: 'activity', value: `busy with ${with_.text}` }] : [];
  }
  if (start?.rest[0]?.toLowerCase() === 'to') {
    const [verb = ''] = lower(start.rest.slice(1));
    if (!/^[a-z]{2,}$/.test(verb) || /ly$/.test(verb)) return [];
    return readActivity([presentParticiple(verb), ...start.rest.slice(2)]);
  }
  if (start) return readActivity(start.rest);
  if (back !== undefined) return readActivity(clause.words.slice(back.split(' ').length));
  const isBusy = /^(?:is|am|are) (?:still |already |now )?[a-z]+ing\b/.exec(text);
  return isBusy ? readActivity(clause.words.slice(isBusy[0].split(' ').length - 1)) : [];
}

function readActivity(words: readonly string[]): PhraseReading[] {
  const [verb = ''] = lower(words);
  if (!/^[a-z]{2,}ing$/.test(verb) || NO_ACTIVITY.has(verb) || MOVES.participle.has(verb)) return [];
  const mood = MOODS_BY_VERB.participle.get(verb);
  if (mood !== undefined) return [];
  const hasWay = /^(?:through|over|on|at|for|up|out|in|down|with)$/i.test(words[1] ?? '');
  const direct = readPhrase(words.slice(1));
  const indirect = hasWay ? readPhrase(words.slice(2)) : null;
  const object = direct?.text ?? (indirect ? `${words[1]?.toLowerCase()} ${indirect.text}` : null);
  const bare = /^[a-z]{3,}$/.test(words[1] ?? '') && words.length === 2 && !PHRASE_ENDS.has(words[1] ?? '');
  const tail = object ?? (bare ? (words[1] ?? null) : null);
  return [{ field: 'activity', value: tail === null ? verb : `${verb} ${tail}` }];
}

/** `decides to search the cellar`. */
function doDecide(clause: Clause): PhraseReading[] {
  const [head = '', next = ''] = lower(clause.words);
  return /^(?:decides?|resolves?|plans?)$/.test(head) && next === 'to' ? readPlan(clause.words.slice(2)) : [];
}

/** `I'm furious`, `I feel so lonely`. */
function readStatedMood(words: readonly string[]): PhraseReading[] {
  const lowerWords = lower(words);
  const from = lowerWords[0] === "i'm" ? 1 : /^i (?:am|feel)$/.test(lowerWords.slice(0, 2).join(' ')) ? 2 : 0;
  const mood = from === 0 ? undefined : readAdjective(lowerWords.slice(from));
  return mood === undefined ? [] : [{ field: 'mood', value: mood }];
}

const TIME = /\b(?:tomorrow|tonight|later|soon|next|dawn|noon|morning|evening|sunday|never|not)\b/i;

/** `I'm mending the net`, unless it is about a later time. */
function readStatedActivity(words: readonly string[]): PhraseReading[] {
  const lowerWords = lower(words);
  const from = lowerWords[0] === "i'm" ? 1 : lowerWords[1] === 'am' ? 2 : 0;
  const verb = from + (/^(?:still|just|busy)$/.test(lowerWords[from] ?? '') ? 1 : 0);
  if (from === 0 || !STATED_ACTIVITIES.has(lowerWords[verb] ?? '') || TIME.test(lowerWords.join(' ')))
    return [];
  return readActivity(words.slice(verb));
}

const PLAN =
  /^i(?:'ll| will|(?:'m| am) (?:going|planning|determined|resolved) to| (?:mean|intend|plan) to|'ve decided to| have decided to)(?= )/;

/** `I'll go down at dawn`, `I mean to find the boat`. */
function readStatedPlan(words: readonly string[]): PhraseReading[] {
  const plan = PLAN.exec(lower(words).join(' '))?.[0];
  return plan === undefined ? [] : readPlan(words.slice(plan.split(' ').length));
}

/** A plan needs an action, and an object, place or time. */
function readPlan(all: readonly string[]): PhraseReading[] {
  // "And you hold the ladder" is not the speaker's plan.
  const other = lower(all).findIndex((word, at) => word === 'and' && OTHER_PEOPLE.test(all[at + 1] ?? ''));
  const words = other < 0 ? all : all.slice(0, other);
  const [verb = '', next = ''] = lower(words);
  if (words.length < 2 || words.length > 14 || /ly$|ing$/.test(verb)) return [];
  const isLeaving = verb === 'leave' && /^(?:at|for|tonight|tomorrow|before|by|with)$/.test(next);
  if (NO_PLAN.has(verb) && !isLeaving) return [];
  if (!/^[a-z]+$/.test(words[0] ?? '') || /^(?:crazy|mad|insane|back|nowhere|along|wrong)$/.test(next))
    return [];
  const isVague = words.length === 2 && VAGUE.test(next);
  if (isVague || lower(words).some((word) => NOT_MEANT.test(word))) return [];
  return [{ field: 'intentions', value: words.join(' ') }];
}

const OTHER_PEOPLE = /^(?:you|he|she|it|we|they|the|your|his|her|nobody|everyone|everybody)$/i;
const VAGUE = /^(?:it|that|this|them|you|him|her|so|one|there|here|now|too|then|first|on|up)$/;
const NOT_MEANT = /^(?:not|never|damned|probably|nobody|nothing)$/;
