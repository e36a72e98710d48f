import { stemmer } from 'stemmer';
import { IRREGULAR_NOUNS, IRREGULAR_VERBS } from '../../base/inflect';
import { memoizeText } from '../../base/memoize';
import {
  FILLERS,
  LINKS,
  OTHER_VERBS,
  PLAIN_PURPOSES,
  ROLES,
  SAME_THING,
  STATES,
  VERB_CLASSES,
} from './goal-words';
import { isSameObjective, MAX_CACHED } from './same';
import { splitWords } from './words';

/**
 * True if two objectives are the same goal in other words: "find a light source", "look for a lamp or some other light
 * source". A missed repetition costs a line per prompt, but a false one loses a goal, so everything that can change a
 * goal must agree: verbs share a meaning, and every noun, adjective, direction, number, place and negation is on both
 * sides in the same role (to, from, in, with …). Ignores inflections, fillers and announcements ("find a way to …"), a
 * state named only once (the *locked* door) and a generic purpose ("… to explore further").
 */
export function isSameGoal(a: string, b: string): boolean {
  if (isSameObjective(a, b)) return true;
  const [one, other] = [readGoals(a), readGoals(b)];
  return (
    one.length > 0 && one.length === other.length && one.every((goal, at) => isSame(goal, other[at] ?? goal))
  );
}

interface GoalFrame {
  verb: string;
  /** Stems of the task's object, in text order. */
  object: string[];
  /** Stems by role: `to`, `from`, `with` … */
  roles: ReadonlyMap<string, readonly string[]>;
  /** Null if the text names none. */
  purpose: string[] | null;
  /** The text means all of something, or more than one. */
  all: boolean;
  many: boolean;
}

const readGoals = memoizeText(
  (text) => splitClauses(rewrite(splitWords(text).join(' '))).map(readFrame),
  MAX_CACHED,
);

const FIND = '(?:find|discover|seek|look for|search for|locate|devise)';
const LEARN = '(?:find out|figure out|work out|determine|discover|learn|understand|see|find)';
const WAY = '(?:(?:a|an|the|some|any|another) )?(?:way|ways|means|method|path|route|passage)';

/** Normalizing rewrites, in order. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\bnorth (east|west)\b/g, 'north$1'],
  [/\bsouth (east|west)\b/g, 'south$1'],
  [/\bcan not\b/g, 'not'],
  // "How to open it", "how it can be opened": open it.
  [new RegExp(`\\b${LEARN} how (.+?) (?:can|could|may|might) be (\\w+)`, 'g'), '$2 $1'],
  [new RegExp(`\\b${LEARN} how (?:to|i can|you can|one can|we can) `, 'g'), ''],
  [new RegExp(`\\b${FIND} ${WAY} (?:to|of|for) `, 'g'), ''],
  [new RegExp(`\\b${FIND} ${WAY} (?:into|inside)\\b`, 'g'), 'enter'],
  [new RegExp(`\\b${FIND} ${WAY} (?:across|over)\\b`, 'g'), 'cross'],
  [new RegExp(`\\b${FIND} ${WAY} (?:past|around|by)\\b`, 'g'), 'pass'],
  [new RegExp(`\\b${FIND} ${WAY} out(?: of| from)?\\b`, 'g'), 'escape'],
  [new RegExp(`\\b${FIND} ${WAY} (?=up|down|north|south|east|west)`, 'g'), 'go '],
  [/\b(?:get|go|come|climb|break|make it) (?:into|inside)\b/g, 'enter'],
  [/\bgain (?:access|entry|entrance) (?:in)?to\b/g, 'enter'],
  [/\b(?:get|go|walk|make it) across\b/g, 'cross'],
  [/\b(?:get|go|sneak|slip|make it) (?:past|around|by)\b/g, 'pass'],
  [/\b(?:get|go|break|climb|make it) out (?:of|from)\b|\b(?:get away|break free|escape) from\b/g, 'escape'],
  [/\b(?:climb|get|go|make it|make (?:my|your|the) way|travel|walk|head|return|proceed) to\b/g, 'reach'],
  [/\bgo back to\b/g, 'reach'],
  [/\b(look|search|hunt) (for|through|around|at)\b/g, '$1-$2'],
  [/\b(climb|wake|tie|open|fill) up\b/g, '$1'],
  [/\b(?:climb|go|walk) down(?! from)\b/g, 'descend'],
  // "The lamp or some other light source", "a light source such as a lamp": a light source.
  [
    /(?<=\s)(?:(?:a|an|the|some) )?(?:(?!or\b)\w+ ){1,3}or (?:some |any |an )?(?:other|another|similar|alternative) /g,
    '',
  ],
  [/\b(?:such as|for example|for instance|e g|i e|like) [^,;:]+/g, ''],
  [/\b(find|figure|work) out\b/g, '$1-out'],
  [/\b(pick) up\b/g, 'pick-up'],
  [/\b(?:hunt|track) down\b/g, 'track-down'],
  [/\bget hold of\b/g, 'get-hold-of'],
  [/\bget rid of\b/g, 'get-rid-of'],
  [/\b(?:turn|switch|power) (on|off)\b/g, '$1'],
  [/\b(?:turn|switch|power) (.+?) (?:back )?(on|off)$/g, '$2 $1'],
  [/(^|, |and |then )on\b/g, '$1activate'],
  [/(^|, |and |then )off\b/g, '$1deactivate'],
  [/\b(?:put|blow) out\b/g, 'extinguish'],
  [/\bout of\b/g, 'out-of'],
  [/\b(?:bring|take|carry|give) (.+?) back\b/g, 'return $1'],
  [/\b(?:bring|take|carry|give) back\b/g, 'return'],
  [/\b(?:give|offer) (?:some )?food to\b/g, 'feed'],
  // "Use the key to open the chest": open the chest with the key.
  [/\buse (.+?) (?:to|for) (\w+(?:-\w+)?) ([^,;:]+)/g, '$2 $3 with $1'],
  [/\b(?:with which|in order|so as) to\b/g, 'to'],
  [/\b(?:so that|so) (?:i|you|we) (?:can|could|may)\b/g, 'to'],
  [/\bkeys? (?:that|which) (?=(?:open|unlock|fit)s?\b)/g, 'key to '],
  [/\b(?:that|which|who) (?=\w+s\b|\w+ed\b|is\b|are\b|took\b|stole\b)/g, ''],
];

const rewrite = (text: string): string =>
  REWRITES.reduce((said, [pattern, by]) => said.replace(pattern, by), text)
    .replace(/\s+/g, ' ')
    .trim();

const isVerb = (word: string): boolean =>
  VERB_CLASSES.has(word) || OTHER_VERBS.has(word) || VERB_CLASSES.has(verbBase(word));

/** Base forms of irregular verbs, by stem. */
const BASES: ReadonlyMap<string, string> = new Map([
  ...[...VERB_CLASSES.keys(), ...OTHER_VERBS].map((verb): [string, string] => [stemmer(verb), verb]),
  ...IRREGULAR_VERBS.flatMap(([base = '', ...forms]) => forms.map((form): [string, string] => [form, base])),
  ...[
    'found find',
    'took take',
    'taken take',
    'got get',
    'gave give',
    'given give',
    'went go',
    'gone go',
  ].map((pair) => pair.split(' ') as [string, string]),
]);
const verbBase = (verb: string): string => BASES.get(verb) ?? BASES.get(stemmer(verb)) ?? stemmer(verb);

/** Splits a text into clauses. A clause without a verb takes the previous clause's verb. */
function splitClauses(text: string): string[][] {
  const clauses: string[][] = [];
  for (const part of text.split(/\s*[,;:]\s*|\s+(?=and |then )/)) {
    const words = part.split(' ').filter((word) => word !== '');
    while (words[0] === 'and' || words[0] === 'then') words.shift();
    const [first] = words;
    if (first === undefined) continue;
    const last = clauses.at(-1);
    // "In the kitchen, find the knife": the place belongs to the next clause.
    if (last && ROLES.has(last[0] ?? '')) last.unshift(...words);
    else if (last?.[0] !== undefined && !isVerb(first)) clauses.push([last[0], ...words]);
    else clauses.push(words);
  }
  return clauses;
}

const ALL = new Set(['all', 'every', 'each']);
const ARTICLES = new Set(['a', 'an', 'the']);
/** Verbs of getting: the object's location is its origin. */
const GETTING = 'acquire';
/** Verbs that may name the receiver before the object: "bring the mayor the letter". */
const GIVING = 'deliver';

const isOneOf = (verb: string, line: string): boolean =>
  verb === line || share(VERB_CLASSES.get(verb), VERB_CLASSES.get(line));

function readFrame(words: readonly string[]): GoalFrame {
  const [first = '', ...rest] = words;
  const isNegated = first === 'not' || first === 'never' || first === 'do';
  const verb = verbBase(first);
  const roles = new Map<string, string[]>();
  const object: string[] = [];
  let purpose: string[] | null = null;
  let into = object;
  let [all, many] = [false, false];
  for (const [at, word] of rest.entries()) {
    const next = rest[at + 1] ?? '';
    if (LINKS.has(word) && next !== '' && at > 0) continue;
    const role = LINKS.has(word) ? word : ROLES.get(word);
    if (word === 'to' && isVerb(next) && !isNegated) {
      purpose ??= [];
      into = purpose;
    } else if (role !== undefined && next !== '' && purpose) {
      if (role !== 'in') purpose.push(role);
    } else if (role !== undefined && next !== '') {
      const part = PLACES.has(role) && isGetting(verb) ? 'from' : role;
      into = roles.get(part) ?? [];
      roles.set(part, into);
    } else if (ALL.has(word)) all = true;
    else {
      const stem = wordStem(word);
      // "Press button A" keeps its last word.
      if (!FILLERS.has(word) || (next === '' && ARTICLES.has(word)))
        into.push(into === purpose && purpose.length === 0 ? verbKey(word) : stem);
      if (into === object && /[^sui]s$/.test(word)) many = true;
    }
  }
  const frame = { verb, object, roles, purpose, all, many };
  return settle(frame, rest);
}

/** Roles of a location, which are equivalent when getting an object. */
const PLACES = new Set(['in', 'on']);
const isGetting = (verb: string): boolean => isOneOf(verb, GETTING) && !isOneOf(verb, GIVING);

/** Applies rules that need the whole frame: a receiver, the purpose of a key. */
function settle(frame: GoalFrame, rest: readonly string[]): GoalFrame {
  const { object, roles, purpose } = frame;
  let { verb } = frame;
  if (verb === 'take' || verb === 'get') {
    if (roles.has('to')) verb = GIVING;
  }
  if (isOneOf(verb, GIVING) && !roles.has('to')) {
    const second = rest.findIndex((word, at) => at > 1 && ARTICLES.has(word));
    const end = rest.findIndex((word) => ROLES.has(word));
    if (second > 0 && (end < 0 || second < end)) {
      const taker = rest
        .slice(0, second)
        .filter((word) => !FILLERS.has(word))
        .map(wordStem);
      return {
        ...frame,
        verb,
        object: object.slice(taker.length),
        roles: new Map([...roles, ['to', taker]]),
      };
    }
  }
  // A key to open the gate is the key of the gate.
  if (purpose && object.includes(wordStem('key')) && purpose[0] === verbKey('open'))
    return { ...frame, verb, object: [...object, ...purpose.slice(1)], purpose: null };
  return { ...frame, verb };
}

const SINGULARS: ReadonlyMap<string, string> = new Map(IRREGULAR_NOUNS.map(([one, many]) => [many, one]));

function wordStem(word: string): string {
  const one = SINGULARS.get(word) ?? word;
  const same = SAME_THING.get(one) ?? SAME_THING.get(one.replace(/s$/, '')) ?? one;
  return /^[a-z]+$/.test(same) ? stemmer(BASES.get(same) ?? same) : same;
}

/** One key for all verbs of a class. */
function verbKey(word: string): string {
  const [line] = VERB_CLASSES.get(verbBase(word)) ?? [];
  return line === undefined ? wordStem(word) : `verb ${line}`;
}

function isSame(a: GoalFrame, b: GoalFrame): boolean {
  if (a.verb !== b.verb && !share(VERB_CLASSES.get(a.verb), VERB_CLASSES.get(b.verb))) return false;
  if ((a.all && !b.all && !b.many) || (b.all && !a.all && !a.many)) return false;
  const roles = new Set([...a.roles.keys(), ...b.roles.keys()]);
  return (
    isSameBag(a.object, b.object) &&
    [...roles].every((role) => isSameBag(a.roles.get(role) ?? [], b.roles.get(role) ?? [])) &&
    isSamePurpose(a.purpose, b.purpose)
  );
}

const share = <T>(a: ReadonlySet<T> | undefined, b: ReadonlySet<T> | undefined): boolean =>
  a !== undefined && b !== undefined && [...a].some((one) => b.has(one));

const STATE_STEMS: ReadonlySet<string> = new Set([...STATES].map(wordStem));
const PURPOSE_STEMS: ReadonlySet<string> = new Set(
  [...PLAIN_PURPOSES].flatMap((word) => [wordStem(word), verbKey(word)]),
);

/**
 * True if two lists have the same stems in any order. One side may add a state, and compounds may be separate words.
 */
function isSameBag(a: readonly string[], b: readonly string[]): boolean {
  const onlyInA = without(a, b);
  const right = without(b, a);
  if (onlyInA.length > 0 && /^[a-z]+$/.test(onlyInA.join('')) && onlyInA.join('') === right.join(''))
    return true;
  if (onlyInA.length > 0 && right.length > 0) return false;
  const more = onlyInA.length > 0 ? onlyInA : right;
  // An object cannot consist of a state alone.
  return more.every((stem) => STATE_STEMS.has(stem)) && (more.length === 0 || a.length * b.length > 0);
}

const without = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((one) => !others.includes(one));

function isSamePurpose(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a && b) return isSameBag(a, b);
  return (a ?? b ?? []).every((stem) => PURPOSE_STEMS.has(stem) || STATE_STEMS.has(stem));
}
