import type { SpokenLine } from '../../contract/agents';
import type { AgentContextEnvelope, CharacterCard } from '../../scene/prompt/envelope';
import type { CharacterBrief } from '../../scene/round/briefs';
import type { Line } from '../../scene/state';
import { callName, type Dice, findTopics, namesPerson, overlap, readIntent, rollDice } from './listen';
import { type Occasion, PHRASES, STANCES, TEMPER_WORDS, type Temper } from './phrases';

/** Drafts to generate; the one least similar to earlier lines is used. */
const DRAFTS = 24;
const RECENT = 8;

/**
 * The offline character: answers the last line, in the temperament of its card and mood, with words from its example
 * lines. Never reveals its wishes, and never repeats a line. Deterministic by seed.
 */
export function speak(brief: CharacterBrief): SpokenLine {
  const { mayEmit, seed, notAgain = [] } = brief;
  const envelope = brief.envelope.whisperTo ? brief.envelope : withoutWhispers(brief.envelope);
  const { self } = envelope;
  if (!self) throw new TypeError('a character speaks from its own envelope');
  const lines = [...envelope.history.raw, ...envelope.request.inputs, ...envelope.replies];
  const actor = envelope.viewer;
  const own = [...notAgain, ...lines.filter((line) => line.actor === actor).map((line) => line.text)];
  const others = lines
    .filter((line) => line.actor !== actor)
    .slice(-RECENT)
    .map((line) => line.text);

  const drafts = Array.from({ length: DRAFTS }, (_, index) => {
    const text = draftLine(envelope, self, rollDice(`${seed}/${index}`));
    return { text, stale: 3 * overlap(text, own) + overlap(text, others) };
  });
  const [best] = drafts.toSorted((a, b) => a.stale - b.stale);
  let text = best?.text ?? '…';
  while (own.includes(text)) text = `${text} I say it again, since nobody wrote it down.`;
  const kind = mayEmit.includes('say') ? 'say' : (mayEmit[0] ?? 'say');
  return { ...brief.extra, thought: null, kind, text };
}

/** Without whispers: topics that may be spoken publicly. */
function withoutWhispers(envelope: AgentContextEnvelope): AgentContextEnvelope {
  const aloud = (lines: Line[]) => lines.filter(({ audience }) => audience.includes('*'));
  return {
    ...envelope,
    history: { ...envelope.history, raw: aloud(envelope.history.raw) },
    request: { ...envelope.request, inputs: aloud(envelope.request.inputs) },
    replies: aloud(envelope.replies),
  };
}

function draftLine(envelope: AgentContextEnvelope, self: CharacterCard, dice: Dice): string {
  const { directive } = envelope;
  const temper = feelTemper(self, dice);
  const line = chooseLine(envelope, dice);
  const lineText = line?.text ?? '';
  // The player's topic stays the subject, even after others replied; in a lull, the surroundings.
  const players = [...envelope.history.raw, ...envelope.request.inputs].filter(
    (l) => l.text !== '' && isPlayer(l),
  );
  const subject = players.at(-1)?.text ?? '';
  const isLull = envelope.request.inputs.every((input) => input.text === '') && dice.chance(0.5);
  const subjects = isLull ? [envelope.scenario, subject] : [subject, envelope.scenario];
  const topics = subjects
    .map((text) => findTopics(text).filter((topic) => !namesPerson(topic, self.name)))
    .find((found) => found.length > 0);
  const slots = { name: line ? callName(line.name) : null, topic: dice.pick(topics ?? []) ?? null };
  const say = (occasion: Occasion) => fill(temper, occasion, slots, dice);
  if (directive?.exit) return join([lineText === '' ? null : say(readIntent(lineText)), say('exit')]);

  const parts = [directive?.entry ? say('enter') : dice.chance(0.35) ? say('gesture') : null];
  parts.push(say(readIntent(lineText)));
  const isBrief = /\b(brief|briefly|short|terse|quiet)\b/i.test(
    `${directive?.guidance} ${envelope.openGuidance}`,
  );
  if (!isBrief || dice.chance(0.3)) {
    parts.push(addition(envelope, self, line, slots.topic, dice));
  }
  return join(parts);
}

const isPlayer = (line: Line): boolean => line.actor.startsWith('persona:');

/** An addition: a line in its voice, a hint at its wish, or a word to someone else. */
function addition(
  envelope: AgentContextEnvelope,
  self: CharacterCard,
  line: Line | undefined,
  topic: string | null,
  dice: Dice,
): string | null {
  const roll = dice.next();
  if (roll < 0.5 && self.voice.length > 0) return dice.pick(self.voice) ?? null;
  const stance = STANCES.find(({ wants }) => wants.test(self.goals));
  if (roll < 0.72 && stance) return dice.pick(stance.lines) ?? null;
  const silent = envelope.cast.filter(
    (member) => member.active && !member.hasActedThisRound && line?.actor !== `character:${member.id}`,
  );
  const neighbour = dice.pick(silent);
  if (roll < 0.84 && neighbour) {
    const name = callName(neighbour.name);
    const about = topic === null ? 'it' : topic;
    return dice.pick([`What does ${name} make of ${about}?`, `${name}, you have been quiet. Well?`]) ?? null;
  }
  return self.voice.length > 0 && dice.chance(0.5) ? (dice.pick(self.voice) ?? null) : null;
}

/** The line to answer: a player's last line or a reply to it; in a lull, the last line. */
function chooseLine(envelope: AgentContextEnvelope, dice: Dice): Line | undefined {
  const { request, replies, history, viewer } = envelope;
  const fromOthers = (line: Line) => line.actor !== viewer && line.text !== '';
  const input = request.inputs.findLast(fromOthers);
  const reply = replies.findLast(fromOthers);
  if (input && reply) return dice.chance(0.3) ? reply : input;
  return input ?? reply ?? history.raw.findLast(fromOthers);
}

/** The current temperament from the card and the mood. Without hints, derived from the id. */
function feelTemper(self: CharacterCard, dice: Dice): Temper {
  const tempers = Object.keys(TEMPER_WORDS) as Temper[];
  const hits = (text: string | undefined, temper: Temper) => (text?.match(TEMPER_WORDS[temper]) ?? []).length;
  const habit = rollDice(self.id).pick(tempers) ?? 'warm';
  const scores = tempers.map((temper) => ({
    temper,
    score:
      2 * hits(self.personality, temper) +
      hits(self.description, temper) +
      hits(self.state.mood, temper) * (dice.chance(0.5) ? 2 : 1) +
      (temper === habit ? 0.5 : 0),
  }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.temper ?? habit;
}

function fill(
  temper: Temper,
  occasion: Occasion,
  slots: { name: string | null; topic: string | null },
  dice: Dice,
): string | null {
  const usable = PHRASES[temper][occasion].filter(
    (phrase) =>
      (slots.topic !== null || !phrase.includes('{topic}')) &&
      (slots.name !== null || !phrase.includes('{name}')),
  );
  const phrase = dice.pick(usable);
  if (phrase === undefined) return null;
  const { name, topic } = slots;
  const text = phrase.replaceAll('{name}', () => name ?? '').replaceAll('{topic}', () => topic ?? '');
  // Capitalize a topic at the start of a sentence.
  return text.replaceAll(
    /(^|[.!?] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

const join = (parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ');
