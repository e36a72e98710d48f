import { rejectionReason } from 'answer-reader';
import type { SpokenLine } from '../../contract/agents';
import type { AgentContextEnvelope, CharacterSummary } from '../../scene/prompt/envelope';
import type { CharacterBrief } from '../../scene/round/briefs';
import type { Line } from '../../scene/state';
import { callName, type Dice, findTopics, overlap, rollDice } from './listen';

/** Drafts to generate; the one least similar to earlier narrations is used. */
const DRAFTS = 24;
/** Characters of a sentence from the scenario, of a fact, and of a topic. */
const MAX_SENTENCE = 160;
const MAX_FACT = 80;
const MAX_TOPIC = 40;

/**
 * The offline narrator: two or three sentences that all viewers may see, about the scene and its facts in their
 * author's words, the characters present, and the last topic. Invents nothing and decides for no character. From a wish
 * it only uses names of things. Deterministic by seed.
 */
export function narrate(brief: CharacterBrief): SpokenLine {
  const { envelope, mayEmit, seed } = brief;
  const lines = [...envelope.history.raw, ...envelope.replies];
  const narrations = lines.filter(isNarrated).map(({ text }) => text);
  const drafts = Array.from({ length: DRAFTS }, (_, index) => {
    const text = draft(envelope, lines, rollDice(`${seed}/${index}`));
    return { text, stale: overlap(text, narrations) + (narrations.includes(text) ? 100 : 0) };
  });
  const [best] = drafts.toSorted((a, b) => a.stale - b.stale);
  return { ...brief.extra, thought: null, kind: mayEmit[0] ?? 'say', text: best?.text ?? QUIET };
}

const QUIET = 'For a moment nothing stirs.';

const isNarrated = ({ actor }: Line): boolean => actor === 'narrator';

function draft(envelope: AgentContextEnvelope, heard: readonly Line[], dice: Dice): string {
  const setting = describeSetting(envelope, dice);
  const people = describePeople(envelope, dice);
  const moment = describeMoment(envelope, heard, dice);
  const sentences = [setting, people, moment].filter((text) => text !== null).filter(isSpeakable);
  const fill = [QUIET, 'Everything is as it was.'];
  while (sentences.length < 2) sentences.push(fill.shift() ?? QUIET);
  const text = sentences.join(' ');
  return isSpeakable(text) ? text : `${QUIET} Everything is as it was.`;
}

/** Skips sentences of authors and players that no line may contain. */
const isSpeakable = (text: string): boolean => rejectionReason(text) === null;

/** A sentence of the scenario, or a fact of the world. */
function describeSetting({ scenario, world }: AgentContextEnvelope, dice: Dice): string | null {
  const sentences = (scenario.match(/[^.!?…\n]+[.!?…]/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= MAX_SENTENCE && /^\p{Lu}/u.test(sentence) && isPlain(sentence));
  const facts = Object.entries(world)
    .filter(([key, value]) => [key, value].every((text) => isPlain(text) && text.length <= MAX_FACT))
    .map(([key, value]) => describeFact(key, value));
  const choices = dice.chance(0.5) ? [facts, sentences] : [sentences, facts];
  return dice.pick(choices.find((list) => list.length > 0) ?? []) ?? null;
}

/** `lamp`, `lit` → `The lamp is lit.` */
function describeFact(key: string, value: string): string {
  const name = key.replaceAll(/[_-]+/g, ' ').trim();
  const subject = /^(the|a|an|my|our|his|her|their)\b/i.test(name) ? capitalize(name) : `The ${name}`;
  const fact = value.trim().replace(/[.!…]+$/, '');
  return `${subject} ${/[^s]s$/.test(name) ? 'are' : 'is'} ${decapitalize(fact)}.`;
}

/** Words, numbers and punctuation on one line: no form, field or object. */
const isPlain = (text: string): boolean =>
  /^[\p{L}\p{N}“][\p{L}\p{M}\p{N} ,;.!?…'’“”()–—-]*$/u.test(text.trim()) && !/\s{2}|\n/.test(text.trim());

function describePeople({ cast }: AgentContextEnvelope, dice: Dice): string | null {
  const here = cast.filter((member) => member.active && isPlain(member.name));
  const first = dice.pick(here);
  if (!first) return 'Nobody is to be seen.';
  const second = dice.pick(here.filter((member) => member !== first));
  const sentence = describePerson(first, false, dice);
  return second && dice.chance(0.7) ? `${sentence}; ${describePerson(second, true, dice)}.` : `${sentence}.`;
}

function describePerson({ name, state }: CharacterSummary, further: boolean, dice: Dice): string {
  const usable = (text: string | undefined): string =>
    text && text.length <= MAX_FACT && isPlain(text) ? text.trim().replace(/[.!?…;]+$/, '') : '';
  const mood = decapitalize(usable(state.mood));
  const place = describePlace(decapitalize(usable(state.location)));
  const activity = decapitalize(usable(state.activity));
  const who = capitalize(callName(name));
  if (place !== '' && mood !== '') {
    return dice.pick([`${who} is ${place}, ${mood}`, `${who}, ${mood}, is ${place}`]) ?? '';
  }
  if (/ing\b/.test(activity)) return `${who} is ${activity}`;
  if (place !== '') return `${who} is ${place}`;
  if (mood !== '') return `${who} looks ${mood}`;
  return further ? `${who} is here too` : `${who} is here`;
}

/** Formats a location after `is`. */
const describePlace = (place: string): string =>
  /^(the|a|an|his|her|their)\b/i.test(place) ? `at ${place}` : place;

/** The wish, or the last topic. */
function describeMoment(envelope: AgentContextEnvelope, heard: readonly Line[], dice: Dice): string | null {
  const wish = envelope.request.inputs.find(({ text }) => text !== '')?.text ?? '';
  const topics = listTopics(wish);
  const thing = dice.pick(topics);
  if (thing !== undefined) {
    const other = dice.pick(topics.filter((topic) => topic !== thing));
    if (other !== undefined) {
      return (
        dice.pick([
          `Just now it is all about ${thing} and ${other}.`,
          `First ${thing}, then ${other}, as was asked.`,
          `Between ${thing} and ${other} nothing stirs.`,
        ]) ?? null
      );
    }
    return (
      dice.pick([
        `Whoever asks for ${thing} may look.`,
        `The eye comes to rest on ${thing}.`,
        `Just now everything turns on ${thing}.`,
      ]) ?? null
    );
  }
  const last = heard.findLast((line) => line.text !== '' && !isNarrated(line) && isPlain(line.name));
  if (!last) return dice.pick(['Nobody has said a word yet.', 'No one has spoken yet.']) ?? null;
  const who = callName(last.name);
  const topic = dice.pick(listTopics(last.text));
  if (topic === undefined)
    return dice.pick([`The last word was with ${who}.`, `${who} has just spoken.`]) ?? null;
  return (
    dice.pick([
      `What ${who} said of ${topic} is still in the air.`,
      `${who} spoke last, and of ${topic}.`,
      `The last word was with ${who}, about ${topic}.`,
    ]) ?? null
  );
}

/** Topics from a third person's point of view. */
const listTopics = (text: string): string[] => [
  ...new Set(
    findTopics(text)
      .map((topic) => topic.replace(/^(?:my|your)\b/i, 'the'))
      .filter((topic) => topic.length <= MAX_TOPIC),
  ),
];

const capitalize = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
/** Names keep their capital: only known words are lowercased. */
const decapitalize = (text: string): string =>
  text.replace(/^(?:The|A|An|At|In|On|By|Under|Behind|Near|Outside|Inside|Next|His|Her|Their)\b/, (word) =>
    word.toLowerCase(),
  );
