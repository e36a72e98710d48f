import {
  ALONE,
  BOTH_HELD,
  findNouns,
  findSayings,
  HELD_VERBS,
  isMeta,
  LATE,
  PAIRS,
  phraseFor,
  READABLES,
  USUAL,
  wordSet,
} from './lexicon';
import { listLookups } from './pairings';
import { findHolder, type Scene, type Target } from './scene';
import { isOwnThing } from './search';

/** Commands to try together, and their target. */
export interface Idea {
  commands: readonly string[];
  target: Target | null;
  spends?: boolean;
}

/**
 * Ideas at a place, likeliest first. `news`: only ideas with these carried things. `isPast`: true if the next idea (or
 * several) was already tried, so that lookups are unnecessary.
 */
export function* listIdeas(
  scene: Scene,
  news: ReadonlySet<number> | null,
  isPast: (count?: number) => boolean,
): Generator<Idea> {
  const { exits, words } = scene;
  const inHand = scene.held.filter(({ id }) => news === null || (id !== null && news.has(id)));
  // Identical things count as one tool.
  const kinds = inHand.filter(({ phrase }, i) => inHand.findIndex((other) => other.phrase === phrase) === i);
  const tools = slots(kinds, MAX_HELD);
  const around = slots(scene.around, MAX_AROUND);
  const targets = [...around, ...slots(scene.nouns, MAX_WORDS_HERE)];
  const knowVerbs = (patterns: readonly string[]): string[] =>
    patterns.filter((pattern) => words.knows(pattern.split(' ')[0] ?? ''));
  const usual = knowVerbs(USUAL);
  // Words of a text are often not things, and several may mean the same thing.
  const isThing = (target: Target): boolean => isPast() || target.id !== null || isOwnThing(scene, target);
  const withThing = (verb: string, target: Target | null): Idea =>
    target ? one(fill(verb, target), target) : NO_IDEA;
  const withBoth = (pair: string, tool: Target | null, target: Target | null): Idea =>
    tool && target && target.phrase !== tool.phrase && isThing(target)
      ? one(pair.replace('$', tool.phrase).replace('#', target.phrase), target)
      : NO_IDEA;
  if (news === null) {
    for (const { to, deadly, direction } of exits) yield to === null && !deadly ? one(direction) : NO_IDEA;
    for (const target of around) for (const verb of usual) yield withThing(verb, target);
  }
  yield* listSpells(scene, isPast);
  for (const target of around) {
    const isSomebody = target !== null && !isPast(MAX_TALKS) && isPerson(scene, target);
    const talks = isSomebody ? listTalks(scene, target, kinds).slice(0, MAX_TALKS) : [];
    for (const talk of slots(talks, MAX_TALKS)) yield talk ?? NO_IDEA;
  }
  for (const lookup of slots(listLookups(scene).slice(0, MAX_LOOKUPS), MAX_LOOKUPS))
    yield lookup === null ? NO_IDEA : one(lookup);
  for (const verb of knowVerbs(HELD_VERBS)) for (const target of tools) yield withThing(verb, target);
  for (const target of tools) yield target?.inside ? one(`take ${target.phrase}`, target) : NO_IDEA;
  if (news === null) yield* listLoose(scene, isThing, [...usual, 'take']);
  for (const pair of knowVerbs(PAIRS))
    for (const tool of tools) for (const target of targets) yield withBoth(pair, tool, target);
  for (const pair of knowVerbs(BOTH_HELD))
    for (const tool of tools)
      for (const target of slots(scene.held, MAX_HELD)) yield withBoth(pair, tool, target);
  if (news !== null) return;
  for (const verb of knowVerbs(LATE))
    for (const target of targets) yield target && isThing(target) ? withThing(verb, target) : NO_IDEA;
}

/**
 * Fixed numbers of slots for things here, words of the text and carried things, so that an idea keeps its index while
 * things come and go. With more things than slots, later indexes shift.
 */
const MAX_AROUND = 24;
const MAX_WORDS_HERE = 20;
const MAX_HELD = 12;

/** Pads a list with nulls to `most` items. */
const slots = <T>(items: readonly T[], most: number): (T | null)[] => [
  ...items,
  ...Array.from({ length: Math.max(0, most - items.length) }, () => null),
];

const MAX_LOOKUPS = 40;

/** Words tried without a verb. */
const MAX_WORDS = 160;

/** Ideas inside or on the player's holder: directions, commands without a thing or with the holder, and every word. */
export function* listInside(scene: Scene): Generator<Idea> {
  const { words, exits, state, vocabulary } = scene;
  for (const { to, deadly, direction } of exits) if (to === null && !deadly) yield one(direction);
  const holder = findHolder(scene);
  const phrase = holder === null ? null : phraseFor(holder, words);
  for (const verb of phrase === null ? [] : [...USUAL, ...LATE])
    yield words.knows(verb.split(' ')[0] ?? '')
      ? one(verb.includes('#') ? verb.replace('#', phrase ?? '') : `${verb} ${phrase}`)
      : NO_IDEA;
  yield* listLoose(scene, () => false, []);
  const texts = [scene.tries.baseline, ...state.recent].map(({ text }) => text).join('\n');
  const readWords = findNouns(texts, words);
  const others = vocabulary.filter((word) => /^[a-z]{3,}$/.test(word) && !readWords.includes(word));
  for (const word of [...readWords, ...others].slice(0, MAX_WORDS)) yield isMeta(word) ? NO_IDEA : one(word);
}

/** Ideas with words of the text, words read earlier, and without a thing. */
function* listLoose(
  scene: Scene,
  isThing: (target: Target) => boolean,
  verbs: readonly string[],
): Generator<Idea> {
  const { nouns, words } = scene;
  for (const target of verbs.length === 0 ? [] : slots(nouns, MAX_WORDS_HERE))
    for (const verb of verbs) yield target && isThing(target) ? one(fill(verb, target), target) : NO_IDEA;
  const texts = [scene.tries.baseline, ...scene.state.recent, ...scene.state.notes];
  const sayings = findSayings(texts.map(({ text }) => text).join('\n'), words).slice(0, MAX_SAID);
  for (const saying of slots(sayings, MAX_SAID)) {
    yield saying === null ? NO_IDEA : one(saying);
    yield saying === null ? NO_IDEA : one(`say ${saying}`);
  }
  for (const verb of ALONE) yield words.knows(verb.split(' ')[0] ?? '') ? one(verb) : NO_IDEA;
}
const MAX_SAID = 12;

const one = (command: string, target: Target | null = null): Idea => ({ commands: [command], target });

/** Keeps a slot, so that later ideas keep their index. */
export const NO_IDEA: Idea = { commands: [''], target: null };

const fill = (verb: string, { phrase }: Target): string =>
  verb.includes('#') ? verb.replace('#', phrase) : `${verb} ${phrase}`;

const NO_PERSON =
  /\banimate\b|\btalk to (?:the|an?|things?)\b|\bcan'?t talk\b|\bspeak to\b|\bnot (?:listening|interested)\b|\bno(?:thing| reply| response| answer)\b|\bnobody\b|\bnoone\b/i;

/** True if a thing is a person, by the reply to a question. */
function isPerson(scene: Scene, { phrase }: Target): boolean {
  if (!scene.words.knows('ask')) return false;
  const outcome = scene.tries.play(`ask ${phrase} about ${phrase}`);
  return outcome?.understood === true && !NO_PERSON.test(outcome.text);
}

const TOPICS = 14;
/** Slots for ideas with a person; reserved for each thing here, which may be a person. */
const MAX_TALKS = 70;

/** Things to say, give and show to a person. */
function listTalks(scene: Scene, { phrase }: Target, held: readonly Target[]): Idea[] {
  const { around, words, tries, state } = scene;
  const texts = [tries.baseline.text, ...state.recent.slice(-TALKED).map(({ text }) => text)];
  const names = [...held, ...around].map((target) => target.phrase);
  const topics = [...new Set([...names, ...findNouns(texts.join('\n'), words)])].slice(0, TOPICS);
  const deeds = ['talk to', 'greet', 'follow', 'kiss', 'wake', 'help', 'insult'];
  return [
    ...deeds.filter((verb) => words.knows(verb.split(' ')[0] ?? '')).map((verb) => one(`${verb} ${phrase}`)),
    ...held.flatMap((gift) => [
      one(`show ${gift.phrase} to ${phrase}`),
      one(`give ${gift.phrase} to ${phrase}`),
    ]),
    ...topics.flatMap((topic) => [
      one(`ask ${phrase} about ${topic}`),
      one(`tell ${phrase} about ${topic}`),
      one(`ask ${phrase} for ${topic}`),
    ]),
  ];
}
const TALKED = 4;

const SPELL = /\b["“]?([a-z]{4,9})["”]? (?:spell|incantation)\b/gi;
const NO_SPELLS = wordSet('magic magical your this that each every some powerful following');
const MAX_SPELLS = 8;

/** Spells named in a carried book or scroll: learns each and casts it on everything here. */
function* listSpells(scene: Scene, isPast: () => boolean): Generator<Idea> {
  const { held, around, nouns, tries, words } = scene;
  const sheets = held.filter(({ name }) => READABLES.test(name));
  const texts =
    isPast() && sheets.length === 0
      ? []
      : sheets.map(({ phrase }) => tries.play(`read ${phrase}`)?.text ?? '');
  const spells = [...texts.join('\n').matchAll(SPELL)]
    .map(([, spell = '']) => spell.toLowerCase())
    .filter((spell) => words.knows(spell) && !NO_SPELLS.has(spell));
  const learn = words.knows('learn') ? ['learn'] : words.knows('memorize') ? ['memorize'] : [];
  for (const spell of [...new Set(spells)].slice(0, MAX_SPELLS)) {
    for (const target of [...around, ...held, ...nouns]) {
      const spends = target.held && READABLES.test(target.name);
      yield { commands: [`${spell} ${target.phrase}`], target: null, spends };
      for (const verb of learn)
        yield { commands: [`${verb} ${spell}`, `${spell} ${target.phrase}`], target: null, spends };
    }
  }
}
