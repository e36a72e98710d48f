import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import type { LineLength } from '../../contract/context';
import { CHARACTER_RULES, NARRATOR_RULES, SUMMARY_PART, WORLD_PART } from '../../contract/scene-rules';
import type { Persona } from '../state';
import type { Prompt } from './assemble';
import { assembleChat } from './chat';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block } from './fit-evenly';
import {
  DISCRETION,
  hearsWhispers,
  introduce,
  type LineMode,
  label,
  section,
  showSelf,
  showStanding,
  showWorld,
} from './parts';
import { sayDirection, sayLength, showRules } from './wishes';

/** Prompts in the layout of a chat: what each agent of a scene is shown beside what all are shown. */

/** Material for every agent of a scene: its people, as everybody sees them. */
const sharedBlocks = (envelope: AgentContextEnvelope): Block[] => [
  block('Cast', envelope.everybody.map(introduce)),
  showPlayers(envelope),
];

/** Players as everybody sees them; what only the director knows of them is its own. */
const showPlayers = ({ personas }: AgentContextEnvelope): Block => block('Players', personas.map(introduce));

/** Says who speaks, and how much; the only place that does. */
const sayTask = (who: string, length: LineLength, mode: LineMode): string =>
  mode === 'prose'
    ? `Write the next words of ${who}, and nothing else: ${sayLength(length)}, with no name before it.`
    : `Answer in the form that OUTPUT FORMAT asks for. Its text is what ${who} says and does: ${sayLength(length)}.`;

/** Renders a character's prompt. It holds this character's own card, and of the others only what can be seen of them. */
export function chatWithCharacter(
  envelope: AgentContextEnvelope,
  mode: LineMode,
  count: CountTokens,
): Prompt {
  const { self, rules, length, whisperTo, request } = envelope;
  if (!self) throw new Error("a character's prompt needs an envelope built for a character");
  const name = quote(self.name);
  const here = envelope.cast.filter((member) => member.active);
  const whisper = whisperTo
    ? ` You were whispered to and whisper back: only ${whisperTo.map(quote).join(' and ')} will hear it.`
    : '';
  const nothing = request.inputs.every(({ text }) => text === '')
    ? 'The scene goes on from where it is. '
    : '';
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [`You are ${name}, and only ${name}.\n${showRules(rules.character, CHARACTER_RULES)}`],
    own: [
      block("The author's word on how you are played", [quoteBlock(self.instructions)]),
      showSelf(self, envelope.everybody.find(({ id }) => id === self.id)?.description !== self.description),
    ],
    now: [block('Present', [showStanding(self), ...here.map(showStanding)]), ...showWorld(envelope)],
    thisRound: [],
    task: section('Now', [`${nothing}${sayTask(name, length, mode)}${whisper}`]),
    after: self.postHistory ? [section('A last word of the author', [quoteBlock(self.postHistory)])] : [],
    speaker: `character:${self.id}`,
    depthNote: self.depthPrompt
      ? {
          text: section('A note of the author', [quoteBlock(self.depthPrompt.text)]),
          depth: self.depthPrompt.depth,
        }
      : undefined,
  });
}

/** Renders the narrator's prompt: it describes what everyone can see and hear, and knows what everybody knows. */
export function chatWithNarrator(envelope: AgentContextEnvelope, mode: LineMode, count: CountTokens): Prompt {
  const wish = envelope.request.inputs.find(({ text }) => text !== '');
  const here = envelope.cast.filter((member) => member.active);
  // A wish is no line of the scene: nobody says it.
  const silent = { ...envelope, request: { ...envelope.request, inputs: [] } };
  return assembleChat(silent, count, {
    shared: sharedBlocks(envelope),
    rules: [`You are the narrator.\n${showRules(envelope.rules.narrator, NARRATOR_RULES)}`],
    own: [],
    now: [block('Present', here.map(showStanding)), ...showWorld(envelope)],
    thisRound: [{ title: 'What is asked for', entries: wish ? [{ text: quote(wish.text), place: 0 }] : [] }],
    task: section('Now', [
      `Narrate what is ${wish ? 'asked for above' : 'to be seen now'}. ${sayTask('the narrator', envelope.length, mode)}`,
    ]),
    speaker: 'narrator',
  });
}

/** Renders the prompt for a player's draft: it knows what the persona knows, and nobody's secrets but the persona's. */
export function chatForPlayer(
  envelope: AgentContextEnvelope,
  { persona, direction, mode }: { persona: Persona; direction: string; mode: LineMode },
  count: CountTokens,
): Prompt {
  const name = quote(persona.name);
  const here = envelope.cast.filter((member) => member.active);
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [
      `You write for a player, who is ${name}: the next words of ${name}, for the player to say, to change or to leave.\n${showRules(envelope.rules.character, CHARACTER_RULES)}`,
    ],
    own: [
      block(`You, ${name}`, [
        quoteBlock(persona.description),
        label('What only you know (keep it to yourself)', persona.secrets),
      ]),
    ],
    now: [block('Present', here.map(showStanding)), ...showWorld(envelope)],
    thisRound: [block('The player wants', [quoteBlock(direction)])],
    task: section('Now', [sayTask(name, envelope.length, mode)]),
    speaker: `persona:${persona.id}`,
  });
}

/** Shows the director's private knowledge of the cast and the players. */
const showPrivate = ({ cast, personas }: AgentContextEnvelope): Block =>
  block('What only you know of them', [
    ...cast.map(({ id, name, personality, goals, secrets }) => {
      const parts = [label('Personality', personality), label('Goals', goals), label('Secrets', secrets)];
      return [`## ${quote(name)} (id ${id})`, ...parts].filter((text) => text !== '').join('\n');
    }),
    ...personas.flatMap(({ name, secrets }) =>
      secrets ? [`## ${quote(name)}, a player\n${label('Secrets', secrets)}`] : [],
    ),
  ]);

/** Rules of the director. */
const DIRECTOR_ROLE = `You direct a role-play scene. You decide who acts, tell each of them in a sentence or two what to aim for, and keep track of what is true. You never speak for a character, and never for a player.`;
const DIRECTOR_FORM = `Answer with one JSON object. Use ids for characters; name nobody who is not in the cast. Write the fields in this order; those you have nothing for are null.
- openGuidance: guidance for everyone this round.
- activations [{id, entryGuidance}]: available characters who come in now; name them among those who act as well, or they come in without a word. deactivations [{id, exitGuidance}]: present ones who leave.
- stateUpdates [{id, field, value}]: field is location, mood, clothing, activity or intentions.
- worldUpdates, trackers [{key, value}]: only what changed; a null value clears it.
- In the first pass actingCharacters, in the second remainingActors, [{id, order, priority, guidance}], listed as they act: number them 1, 2, 3 … in order; equal numbers act at the same time. Without a number a higher priority acts earlier; leave priority null unless it matters.`;

const FIRST_PASS = `Your first pass, before anyone acts. Choose actingCharacters: those who were spoken to, and whoever else has a reason to act.`;

const SECOND_PASS = `Your second pass, after the characters acted; the last of this round. Say what is true now (stateUpdates, worldUpdates, trackers), and name remainingActors only if someone must still act before the round ends. newActivations [{id, entryGuidance}] are available characters who come in and act at once.`;

/** Form of a light director's answer before anyone speaks, and after. */
const LIGHT_FORM = `Answer with one JSON object, as short as can be:
- who: ids of those who speak next, in this order. cue: a few words for them, or null.`;
const STATE_FORM = `Answer with one JSON object, as short as can be; fields you have nothing for are null:
- stateUpdates [{id, field, value}]: field is location, mood, clothing, activity or intentions.
- worldUpdates, trackers [{key, value}]: only what changed; a null value clears it.`;
const LIGHT_PASS =
  'Choose who speaks now: those who were spoken to, and whoever else has a reason to; seldom more than two.';
const STATE_PASS = 'The lines of this round were spoken. Say what is true now.';

/** Renders the director's prompt, for pass 1 or 2 as the envelope says. @param isLight it is asked for little */
export function chatWithDirector(
  envelope: AgentContextEnvelope,
  count: CountTokens,
  isLight = false,
): Prompt {
  const { request, skipped, acted, suggested, directorPass, direction } = envelope;
  const most = `At most ${direction.maxActors}.`;
  const task = isLight
    ? directorPass === 2
      ? `${STATE_PASS}\n\n${STATE_FORM}`
      : `${LIGHT_PASS} ${most}\n\n${LIGHT_FORM}`
    : directorPass === 2
      ? SECOND_PASS
      : `${FIRST_PASS} ${most}`;
  const present = envelope.cast.filter((member) => member.active);
  const available = envelope.cast.filter((member) => !member.active);
  const isNothingNew = request.inputs.every(({ text }) => text === '');
  const deltas = suggested.map(
    ({ id, field, value, evidence }) => `- ${id}, ${field}: ${quote(value)} (from ${quote(evidence)})`,
  );
  const outcome =
    directorPass === 2
      ? `Acted: ${acted.join(', ') || 'nobody'}. Could not act: ${skipped.join(', ') || 'nobody'}.`
      : '';
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [DIRECTOR_ROLE, ...sayDirection(envelope), ...(isLight ? [] : [DIRECTOR_FORM])],
    own: [showPrivate(envelope)],
    now: [
      block('Present', present.map(showStanding)),
      block('Available, not present', available.map(showStanding)),
      ...showWorld(envelope),
    ],
    thisRound: [
      block('This round', [
        isNothingNew ? 'Nobody said anything new: let the scene go on from where it is.' : '',
        request.to.length > 0 ? `Addressed: ${request.to.join(', ')}.` : '',
        outcome,
        hearsWhispers(envelope) ? DISCRETION : '',
      ]),
      block('What these lines suggest; it counts only if you say so', deltas),
    ],
    task: section('Now', [task]),
    speaker: null,
  });
}

/** Renders the world agent's prompt, after the director's last pass. */
export function chatWithWorld(envelope: AgentContextEnvelope, count: CountTokens): Prompt {
  const { acted, skipped } = envelope;
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [WORLD_PART],
    own: [],
    now: [
      block('Present', envelope.cast.filter(({ active }) => active).map(showStanding)),
      ...showWorld(envelope),
    ],
    thisRound: [
      block('This round', [
        `Acted: ${acted.join(', ') || 'nobody'}. Could not act: ${skipped.join(', ') || 'nobody'}.`,
      ]),
    ],
    task: section('Now', ['Say what of the world and the trackers this round has changed.']),
    speaker: null,
  });
}

/**
 * Renders the summariser's prompt: it begins as the others do, and then shows the rounds to be summed up.
 *
 * @param running the newest summary of the whole scene, to be taken up in the new one
 * @param rounds what is to be summed up, round by round
 */
export function chatWithSummarizer(
  envelope: AgentContextEnvelope,
  { asked, rounds, running }: { asked: readonly number[]; rounds: Block[]; running: string | null },
  count: CountTokens,
): Prompt {
  const older = envelope.history.raw.filter(({ round }) => round < envelope.history.turnsFrom);
  const bare: AgentContextEnvelope = {
    ...envelope,
    history: { ...envelope.history, raw: older },
    request: { ...envelope.request, inputs: [] },
    replies: [],
    lore: { raw: [], formatted: '', unsearched: [] },
  };
  return assembleChat(bare, count, {
    shared: sharedBlocks(envelope),
    rules: [SUMMARY_PART],
    own: [],
    now: [],
    thisRound: [
      block('The summary until now', [quoteBlock(running ?? '')]),
      block('What is asked for', [`Summarise rounds ${asked.join(', ')}.`]),
      ...rounds,
    ],
    task: section('Now', ['Write the summary that is asked for above.']),
    speaker: null,
  });
}
