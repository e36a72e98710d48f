import type { Directive, DirectorPlan, DirectorReconciliation, LightPlan } from '../../contract/agents';
import type { CharacterSummary } from '../../scene/prompt/envelope';
import type { DirectorBrief } from '../../scene/round/briefs';
import { callName, type Dice, findTopics, namesPerson, readIntent, rollDice } from './listen';

/** Limit of characters that a question can add at the end of a round. */
const MAX_REMAINING = 2;

const EVERYONE = /\b(everyone|everybody|all of you|you all|you two|both of you|anyone|anybody)\b/i;
const SEND_OFF = /\b(goodbye|farewell|good night|leave us|you may go|go home|go to bed|be off)\b/i;
const CALL_IN = /\b(come in|let (him|her|them) in|open the door|fetch|call|bring|where is|find)\b/i;

export function direct(brief: DirectorBrief): DirectorPlan | DirectorReconciliation | LightPlan {
  if (brief.pass === 2) return reconcile(brief);
  const plan = proposePlan(brief);
  if (!brief.isLight) return plan;
  const acting = plan.actingCharacters ?? [];
  return { who: acting.map(({ id }) => id), cue: acting[0]?.guidance ?? null };
}

/**
 * Pass 1 of the offline director: the addressed characters act (by `to` or by name, in order of mention), else all
 * present ones. Brings in characters who are called and removes those sent away.
 */
export function proposePlan(brief: DirectorBrief): DirectorPlan {
  const { request, cast, persona } = brief.envelope;
  const dice = rollDice(brief.seed);
  const text = request.inputs.map((line) => line.text).join(' ');
  const present = cast.filter((member) => member.active);
  const speaker = callName(persona?.name ?? 'somebody');
  // Guidance and trackers are visible to characters who did not receive a whisper.
  const aloud = request.inputs.filter(({ audience }) => audience.includes('*'));
  const topic = dice.pick(findTopics(aloud.map((line) => line.text).join(' '))) ?? null;

  const mentions = byMention(text, cast, request.to);
  const arriving = mentions.filter(
    (member) => !member.active && (CALL_IN.test(text) || request.to.includes(member.id)),
  );
  const leaving = SEND_OFF.test(text) ? mentions.filter((member) => member.active) : [];
  const addressees = mentions.filter((member) => member.active || arriving.includes(member));
  const everyone = EVERYONE.test(text) || addressees.length === 0;
  const others = shuffle(
    present.filter((member) => !addressees.includes(member)),
    dice,
  );
  const actors = everyone ? [...addressees, ...others] : addressees;
  return {
    openGuidance: setTone(text, topic, dice.chance(0.5)),
    activations: orNull(
      arriving.map(({ id }) => ({ id, entryGuidance: `Come in from outside; ${speaker} asked for you.` })),
    ),
    deactivations: orNull(
      leaving.map(({ id }) => ({
        id,
        exitGuidance: `${speaker} sends you off: say goodbye in your own way.`,
      })),
    ),
    stateUpdates: orNull(readMoods(text, addressees)),
    worldUpdates: null,
    trackers: topic === null ? null : [{ key: 'topic', value: topic.replaceAll(/[“”]/g, '') }],
    actingCharacters: actors.map(
      (member, index): Directive => ({
        id: member.id,
        guidance: guide(member, {
          speaker,
          topic,
          addressed: addressees.includes(member),
          first: index === 0,
        }),
        // Addressed characters answer in order, the others after them.
        priority: actors.length - index,
        order: null,
      }),
    ),
  };
}

/** Pass 2: characters act if they are present, have not acted and another character asked them something. */
export function reconcile(brief: DirectorBrief): DirectorReconciliation {
  const { cast, replies, acted, skipped } = brief.envelope;
  const idle = cast.filter(({ id, active }) => active && !acted.includes(id) && !skipped.includes(id));
  const questions = replies.flatMap((line) =>
    line.text.includes('?')
      ? idle
          .filter((member) => namesPerson(line.text, member.name))
          .map((member) => ({ member, by: callName(line.name) }))
      : [],
  );
  const firstAsk = new Map(questions.toReversed().map((entry) => [entry.member.id, entry]));
  const remaining = [...firstAsk.values()].slice(0, MAX_REMAINING);
  return {
    openGuidance: null,
    activations: null,
    deactivations: null,
    stateUpdates: null,
    worldUpdates: null,
    trackers: null,
    remainingActors: remaining.map(({ member, by }) => ({
      id: member.id,
      guidance: `${by} put a question to you: answer it, briefly.`,
      priority: null,
      order: null,
    })),
    newActivations: null,
  };
}

function shuffle<T>(list: T[], dice: Dice): T[] {
  return list
    .map((item) => ({ item, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Addressed characters first, then those named in the text, in order of first mention. */
function byMention(text: string, cast: CharacterSummary[], to: string[]): CharacterSummary[] {
  const outright = to.flatMap((id) => cast.filter((member) => member.id === id));
  const place = (member: CharacterSummary) =>
    Math.min(
      ...[member.name, callName(member.name)].map((name) => {
        const at = text.toLowerCase().indexOf(name.toLowerCase());
        return at < 0 ? Number.POSITIVE_INFINITY : at;
      }),
    );
  const mentions = cast.filter((member) => !outright.includes(member) && namesPerson(text, member.name));
  return [
    ...outright,
    ...mentions
      .map((member) => ({ member, at: place(member) }))
      .sort(byPlace)
      .map((m) => m.member),
  ];
}

// Compares without subtraction, because Infinity minus Infinity is NaN.
const byPlace = (a: { at: number }, b: { at: number }): number => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1);

function guide(
  member: CharacterSummary,
  {
    speaker,
    topic,
    addressed,
    first,
  }: { speaker: string; topic: string | null; addressed: boolean; first: boolean },
): string {
  const about = topic === null ? '' : ` about ${topic}`;
  const mood = member.state.mood ? ` You are ${member.state.mood}; let it show.` : '';
  if (addressed) return `${speaker} is talking to you: answer${about}.${mood}`;
  if (first) return `Nobody was singled out: be the one to take up what was said${about}.${mood}`;
  return `Add what only you would add${about}; do not repeat the others.${mood}`;
}

function setTone(text: string, topic: string | null, short: boolean): string {
  const pace = short ? 'Keep it short' : 'Take your time';
  switch (readIntent(text)) {
    case 'silence':
      return `${pace}; nobody has spoken, so let something small happen.`;
    case 'question':
      return `${pace}; a question was asked${topic === null ? '' : ` about ${topic}`}, and it deserves an answer.`;
    case 'order':
      return `${pace}; somebody wants something done.`;
    default:
      return `${pace}; stay with what was just said.`;
  }
}

/** Moods that a text causes in the characters addressed. */
function readMoods(
  text: string,
  addressed: CharacterSummary[],
): { id: string; field: 'mood'; value: string }[] {
  const mood = /\bthank(s| you)\b/i.test(text)
    ? 'pleased'
    : /\b(sorry|apolog)/i.test(text)
      ? 'softened'
      : /!\s*$/.test(text.trim())
        ? 'on edge'
        : null;
  if (mood === null) return [];
  return addressed
    .filter((member) => member.state.mood !== mood)
    .map(({ id }) => ({ id, field: 'mood' as const, value: mood }));
}

const orNull = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
