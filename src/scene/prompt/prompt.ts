import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import { assemble, type Prompt } from './assemble';
import type { AgentContextEnvelope } from './envelope';
import { block } from './fit-evenly';
import {
  introduce,
  join,
  QUOTED,
  section,
  showCast,
  showPersonas,
  showSelf,
  showStanding,
  showThisRound,
  showWorld,
} from './parts';
import { sayDirection, sayLength, showRules } from './wishes';

export type { Prompt } from './assemble';

/** Rules of the director, whatever the layout of its prompt. */
export const DIRECTOR_ROLE = `You direct a role-play scene. You decide who acts, tell each of them in a sentence or two what to aim for, and keep track of what is true. You never speak for a character, and never for a player.`;
export const DIRECTOR_FORM = `Answer with one JSON object. Use ids for characters; name nobody who is not in the cast. Write the fields in this order; those you have nothing for are null.
- openGuidance: guidance for everyone this round.
- activations [{id, entryGuidance}]: available characters who come in now; name them among those who act as well, or they come in without a word. deactivations [{id, exitGuidance}]: present ones who leave.
- stateUpdates [{id, field, value}]: field is location, mood, clothing, activity or intentions.
- worldUpdates, trackers [{key, value}]: only what changed; a null value clears it.
- In the first pass actingCharacters, in the second remainingActors, [{id, order, priority, guidance}], listed as they act: number them 1, 2, 3 … in order; equal numbers act at the same time. Without a number a higher priority acts earlier; leave priority null unless it matters.`;

export const FIRST_PASS = `Your first pass, before anyone acts. Choose actingCharacters: those who were spoken to, and whoever else has a reason to act.`;

export const SECOND_PASS = `Your second pass, after the characters acted; the last of this round. Say what is true now (stateUpdates, worldUpdates, trackers), and name remainingActors only if someone must still act before the round ends. newActivations [{id, entryGuidance}] are available characters who come in and act at once.`;

/** Form of a light director's answer before anyone speaks, and after. */
export const LIGHT_FORM = `Answer with one JSON object, as short as can be:
- who: ids of those who speak next, in this order. cue: a few words for them, or null.`;
export const STATE_FORM = `Answer with one JSON object, as short as can be; fields you have nothing for are null:
- stateUpdates [{id, field, value}]: field is location, mood, clothing, activity or intentions.
- worldUpdates, trackers [{key, value}]: only what changed; a null value clears it.`;
export const LIGHT_PASS =
  'Choose who speaks now: those who were spoken to, and whoever else has a reason to; seldom more than two.';
export const STATE_PASS = 'The lines of this round were spoken. Say what is true now.';

/** Upper bound of the tokens of either report's form; the two passes begin alike, whichever form they end with. */
const FORM_TOKENS = 400;

/** Renders the director's prompt, for pass 1 or 2 as the envelope says. @param isLight it is asked for little */
export function renderDirectorPrompt(
  envelope: AgentContextEnvelope,
  count: CountTokens,
  isLight = false,
): Prompt {
  const present = envelope.cast.filter((member) => member.active);
  const available = envelope.cast.filter((member) => !member.active);
  const passes = isLight
    ? [`${LIGHT_PASS}\n\n${LIGHT_FORM}`, `${STATE_PASS}\n\n${STATE_FORM}`]
    : [FIRST_PASS, SECOND_PASS];
  const tasks = passes.map((task) => section('Your task', [task]));
  const [task = '', other = ''] = envelope.directorPass === 2 ? tasks.reverse() : tasks;
  return assemble(envelope, count, {
    head: [join([DIRECTOR_ROLE, QUOTED, ...sayDirection(envelope), isLight ? '' : DIRECTOR_FORM])],
    cards: [showCast(envelope), showPersonas(envelope)],
    now: [
      block('Present', present.map(showStanding)),
      block('Available, not present', available.map(showStanding)),
      ...showWorld(envelope),
    ],
    thisRound: showThisRound(envelope),
    task,
    otherTasks: [other],
    form: FORM_TOKENS,
  });
}

/**
 * Renders a character's prompt. It holds this character's own card, and of the others only what can be seen of them.
 *
 * @param mode the form it answers in
 */
export function renderCharacterPrompt(
  envelope: AgentContextEnvelope,
  mode: LineMode,
  count: CountTokens,
): Prompt {
  const { self, length, rules: own } = envelope;
  if (!self) throw new Error("a character's prompt needs an envelope built for a character");
  const name = quote(self.name);
  const line = `what ${name} says and does: ${lengthOr('one to four sentences', length)}, actions between *asterisks*`;
  const rules = `You are ${name} in a role-play scene, and only ${name}${showRules(own.character, ': speak and act as this one person, never for the others, never about prompts or models.', '.\n')}

${QUOTED}

${showForm(mode, line)}`;
  const others = envelope.cast.map(introduce);
  const here = envelope.cast.filter((member) => member.active);
  return assemble(envelope, count, {
    head: [rules],
    cards: [
      block("The author's word on how you are played", [
        quoteBlock(self.instructions),
        quoteBlock(self.depthPrompt?.text ?? ''),
      ]),
      showSelf(self),
      block('The others', others),
      showPersonas(envelope),
    ],
    now: [block('Present', [showStanding(self), ...here.map(showStanding)]), ...showWorld(envelope)],
    thisRound: showThisRound(envelope),
    task: join([
      section('Your task', [`Answer as ${name}. Do not repeat yourself.`, ...whisper(envelope)]),
      section('A last word of the author', [quoteBlock(self.postHistory)]),
    ]),
  });
}

/**
 * Renders the narrator's prompt: it describes what everyone can see and hear, and knows what everybody knows.
 *
 * @param mode as for a character
 */
export function renderNarratorPrompt(
  envelope: AgentContextEnvelope,
  mode: LineMode,
  count: CountTokens,
): Prompt {
  const line = `${lengthOr('two to five sentences', envelope.length)} of narration, third person, present tense`;
  const rules = `You narrate a role-play scene: what is to be seen, heard and felt.${showRules(envelope.rules.narrator, ' You never speak or decide for a character or a player, and nothing happens that they would have to answer for.', '\n')}

${QUOTED}

${showForm(mode, line)}`;
  const here = envelope.cast.filter((member) => member.active);
  const wish = envelope.request.inputs.find(({ text }) => text !== '');
  const tasks = [
    'Narrate what is to be seen now.',
    'Narrate what is asked for above, under "What is asked for".',
  ].map((task) => section('Your task', [task]));
  const [task = '', other = ''] = wish ? tasks.reverse() : tasks;
  return assemble(envelope, count, {
    head: [rules],
    cards: [block('Cast', envelope.cast.map(introduce)), showPersonas(envelope)],
    now: [block('Present', here.map(showStanding)), ...showWorld(envelope)],
    thisRound: [
      {
        title: 'What is asked for',
        entries: wish ? [{ text: quote(wish.text), place: 0 }] : [],
      },
    ],
    task,
    otherTasks: [other],
  });
}

/** The length of a line in this layout, where a scene has none of its own. */
const lengthOr = (usual: string, length: AgentContextEnvelope['length']): string =>
  length === 'medium' ? usual : sayLength(length);

const whisper = ({ whisperTo }: AgentContextEnvelope): string[] =>
  whisperTo
    ? [`You were whispered to and whisper back: only ${whisperTo.map(quote).join(' and ')} will hear it.`]
    : [];

/** The form of the answer of an agent that talks. */
export type LineMode = 'json' | 'prose';

/**
 * Describes the form and content of a line. The form stands only at the end of the prompt: a model that fails at the object
 * is asked for prose under the same rules.
 */
export const showForm = (mode: LineMode, line: string): string =>
  mode === 'prose'
    ? `Answer with the line alone, in plain prose: ${line}.`
    : `Answer in the form that OUTPUT FORMAT asks for, at the end. The line itself: ${line}.`;
