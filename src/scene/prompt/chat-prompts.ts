import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import type { LineLength } from '../../contract/context';
import { CHARACTER_RULES, NARRATOR_RULES, SUMMARY_ROLE, WORLD_ROLE } from '../../contract/scene-rules';
import type { Persona } from '../state';
import type { Prompt } from './assemble';
import { assembleChat } from './chat';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block } from './fit-evenly';
import {
  canHearWhispers,
  DISCRETION,
  introduce,
  type LineMode,
  label,
  renderSelf,
  renderStanding,
  renderWorld,
  section,
  showLineOnly,
} from './parts';
import { renderDirection, renderLength, renderRules } from './wishes';

const sharedBlocks = (envelope: AgentContextEnvelope): Block[] => [
  block('Cast', envelope.everybody.map(introduce)),
  showPlayers(envelope),
];

/** Players without their secrets. */
const showPlayers = ({ personas }: AgentContextEnvelope): Block => block('Players', personas.map(introduce));

/** The only place in the prompt that states the task and its length. */
const sayTask = (task: string, length: LineLength, mode: LineMode): string =>
  `${task}: ${renderLength(length)}.${showLineOnly(mode)}`;

const sayNext = (name: string): string => `Write what ${name} says and does next`;

/** Contains the character's own card, but only the visible parts of the others. */
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
    ? ` Someone whispered to you. Whisper back: only ${whisperTo.map(quote).join(' and ')} will hear it.`
    : '';
  const nothing = request.inputs.every(({ text }) => text === '') ? `${NOTHING_NEW} ` : '';
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [`You are ${name}.\n${renderRules(rules.character, CHARACTER_RULES)}`],
    own: [
      block('How the author wants you played', [quoteBlock(self.instructions)]),
      renderSelf(self, envelope.everybody.find(({ id }) => id === self.id)?.description !== self.description),
    ],
    now: [block('Present', [renderStanding(self), ...here.map(renderStanding)]), ...renderWorld(envelope)],
    thisRound: [],
    task: section('Now', [`${nothing}${sayTask(sayNext(name), length, mode)}${whisper}`]),
    after: self.postHistory ? [section("Author's final note", [quoteBlock(self.postHistory)])] : [],
    speaker: `character:${self.id}`,
    depthNote: self.depthPrompt
      ? {
          text: section("Author's note", [quoteBlock(self.depthPrompt.text)]),
          depth: self.depthPrompt.depth,
        }
      : undefined,
  });
}

/** Contains only public information. */
export function chatWithNarrator(envelope: AgentContextEnvelope, mode: LineMode, count: CountTokens): Prompt {
  const wish = envelope.request.inputs.find(({ text }) => text !== '');
  const here = envelope.cast.filter((member) => member.active);
  // A narration request is not a line of the scene, so leave the inputs out of the conversation.
  const silent = { ...envelope, request: { ...envelope.request, inputs: [] } };
  return assembleChat(silent, count, {
    shared: sharedBlocks(envelope),
    rules: [`You are the narrator.\n${renderRules(envelope.rules.narrator, NARRATOR_RULES)}`],
    own: [],
    now: [block('Present', here.map(renderStanding)), ...renderWorld(envelope)],
    thisRound: [{ title: 'Request', entries: wish ? [{ text: quote(wish.text), place: 0 }] : [] }],
    task: section('Now', [
      sayTask(
        wish ? 'Narrate what the request asks for' : 'Narrate what can be seen now',
        envelope.length,
        mode,
      ),
    ]),
    speaker: 'narrator',
  });
}

/** The prompt for a draft of a player's line. Contains no secrets except the persona's own. */
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
      `You draft a line for the player who plays ${name}. The player may use it, edit it or discard it. Write as ${name}.\n${renderRules(envelope.rules.character, CHARACTER_RULES)}`,
    ],
    own: [
      block(`You, ${name}`, [
        quoteBlock(persona.description),
        label('Your secrets (keep private)', persona.secrets),
      ]),
    ],
    now: [block('Present', here.map(renderStanding)), ...renderWorld(envelope)],
    thisRound: [block('What the player wants', [quoteBlock(direction)])],
    task: section('Now', [sayTask(sayNext(name), envelope.length, mode)]),
    speaker: `persona:${persona.id}`,
  });
}

const showPrivate = ({ cast, personas }: AgentContextEnvelope): Block =>
  block('What only you know', [
    ...cast.map(({ id, name, personality, goals, secrets }) => {
      const parts = [label('Personality', personality), label('Goals', goals), label('Secrets', secrets)];
      return [`## ${quote(name)} (id ${id})`, ...parts].filter((text) => text !== '').join('\n');
    }),
    ...personas.flatMap(({ name, secrets }) =>
      secrets ? [`## ${quote(name)}, a player\n${label('Secrets', secrets)}`] : [],
    ),
  ]);

const DIRECTOR_ROLE = `You direct this scene. Decide who acts, guide each actor in one or two sentences, and keep the state up to date.
Never speak for a character or a player.`;
const DIRECTOR_FIELDS = `Refer to characters by id, and only to members of the cast. Leave out fields you have nothing for.
- actingCharacters (first pass), remainingActors (second pass): who acts, in order. Number them 1, 2, 3 …; equal numbers act at the same time. Without an order, higher priority acts earlier. Leave out priority unless it matters. Leave out actingCharacters to let the service choose, or set it to an empty list to end the round.
- The first speaker starts before you finish the plan: list it first, with order 1 and all it needs in its guidance.
- openGuidance: guidance for all later speakers of this round.
- activations: available characters who enter now. List them as actors too, or they enter without a line.
- deactivations: present characters who leave.
- stateUpdates: states of characters that changed.
- worldUpdates, trackers: facts and counters that changed. A null value deletes the key.`;

const FIRST_PASS = 'First pass: nobody has acted yet.';
const SECOND_PASS =
  'Second and last pass: the characters have acted. Record the current state in stateUpdates, worldUpdates and trackers. Name remainingActors only if someone must still act this round. newActivations are available characters who enter and act at once.';

/** Second-pass task of a light director. */
const STATE_PASS =
  'The characters have spoken. Record what changed. A null value deletes the key. Keep the answer short.';

const ADDRESSED = 'those who were addressed, and anyone else with a reason to';
const NOTHING_NEW = 'Nobody said anything new. Continue the scene.';

function directorTask({ directorPass, direction }: AgentContextEnvelope, isLight: boolean): string {
  if (directorPass === 2) return isLight ? STATE_PASS : SECOND_PASS;
  const most = `at most ${direction.maxActors}`;
  return isLight
    ? `Choose who speaks next, ${most}: ${ADDRESSED} speak. More than two is rarely right. Keep the answer short.`
    : `${FIRST_PASS} Choose actingCharacters, ${most}: ${ADDRESSED} act.`;
}

/** @param isLight ask only for the fields that a light director needs */
export function chatWithDirector(
  envelope: AgentContextEnvelope,
  count: CountTokens,
  isLight = false,
): Prompt {
  const { request, suggested, directorPass } = envelope;
  const present = envelope.cast.filter((member) => member.active);
  const available = envelope.cast.filter((member) => !member.active);
  const isNothingNew = request.inputs.every(({ text }) => text === '');
  const deltas = suggested.map(
    ({ id, field, value, evidence }) => `- ${id}, ${field}: ${quote(value)} (from ${quote(evidence)})`,
  );
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [DIRECTOR_ROLE, ...renderDirection(envelope), ...(isLight ? [] : [DIRECTOR_FIELDS])],
    own: [showPrivate(envelope)],
    now: [
      block('Present', present.map(renderStanding)),
      block('Available, not present', available.map(renderStanding)),
      ...renderWorld(envelope),
    ],
    thisRound: [
      block('This round', [
        isNothingNew ? NOTHING_NEW : '',
        request.to.length > 0 ? `Addressed: ${request.to.join(', ')}.` : '',
        directorPass === 2 ? showOutcome(envelope) : '',
        canHearWhispers(envelope) ? DISCRETION : '',
      ]),
      block('Possible changes in these lines; list those that are true', deltas),
    ],
    task: section('Now', [directorTask(envelope, isLight)]),
    speaker: null,
  });
}

const showOutcome = ({ acted, skipped }: AgentContextEnvelope): string =>
  [
    acted.length > 0 ? `Acted: ${acted.join(', ')}.` : 'Nobody acted.',
    ...(skipped.length > 0 ? [`Could not act: ${skipped.join(', ')}.`] : []),
  ].join(' ');

/** For the call after the director's last pass. */
export function chatWithWorld(envelope: AgentContextEnvelope, count: CountTokens): Prompt {
  return assembleChat(envelope, count, {
    shared: sharedBlocks(envelope),
    rules: [WORLD_ROLE],
    own: [],
    now: [
      block('Present', envelope.cast.filter(({ active }) => active).map(renderStanding)),
      ...renderWorld(envelope),
    ],
    thisRound: [block('This round', [showOutcome(envelope)])],
    task: section('Now', ['Record what this round changed in the world and the trackers.']),
    speaker: null,
  });
}

/**
 * Starts like the other agents' prompts, to share their cached prefix.
 *
 * @param running the newest summary of the whole scene, to merge into the new one
 * @param rounds the rounds to summarize, one block each
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
    rules: [SUMMARY_ROLE],
    own: [],
    now: [],
    thisRound: [
      block('Previous summary', [quoteBlock(running ?? '')]),
      block('Request', [`Summarize rounds ${asked.join(', ')}.`]),
      ...rounds,
    ],
    task: section('Now', ['Write the requested summary.']),
    speaker: null,
  });
}
