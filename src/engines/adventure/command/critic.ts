import type { CriticAnswer } from '../../../api/adventure-agents';
import type { PayloadOf } from '../../../events/events';
import type { Trial } from '../../../games/zmachine/types';
import { firstLine } from '../prompts/quote';
import { placeKey } from '../state';
import type { AdventureOptions, AdventureState } from '../state-types';
import { directionOf } from './commands';
import { namesNothing, unknownWord } from './critic-words';
import { isDeath, readEnding } from './endings';

/** What the machine is asked about a command: the run before it, and the command played and taken back. */
export interface MachineContext {
  state: AdventureState;
  trial: Trial;
  /** Words of the story's dictionary, as far as it keeps them. */
  vocabulary: readonly string[];
}

/** Commands that end or begin a life: the run does that. */
const ENDS = /^(?:quit|q|restart)(?: (?:the )?(?:game|story))?$/;
/** The story's own memory: what it answers may differ from what a trial shows. */
const KEEPS = /^(?:save|restore|undo)(?: (?:the )?(?:game|story))?$/;
/** Commands that ask for nothing but words. The same words a second time are in vain; other words are not. */
const ASKS =
  /^(?:look|l|examine|x|inspect|study|inventory|inv|i|read|wait|z|score|listen|smell|search|ask|tell|say|talk|consult|diagnose|time)(?: |$)/;

/**
 * Whether the story itself rules a command out, so that no model need be asked: a way that is blocked, a thing that is
 * not there, a command that was in vain before. Nothing is ruled out that has an effect in its trial: not what moves the
 * player, changes the world, the score or what is carried, nor what ends the story or kills.
 *
 * @param command a cleaned command
 * @returns why not; null: the story has nothing against it
 */
export function ruleByMachine(command: string, context: MachineContext): { reason: string } | null {
  const { state, trial } = context;
  const { story } = state;
  if (story?.awaits !== 'line') return null;
  const typed = plain(command);
  if (ENDS.test(typed)) return { reason: 'the run decides when an episode ends' };
  if (KEEPS.test(typed) || doesSomething(story, trial)) return null;
  const reason =
    findBlocked(typed, state, trial) ?? findVain(typed, state, trial) ?? findMissing(typed, context);
  return reason === null ? null : { reason };
}

const plain = (command: string): string =>
  command
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[ .!?;,]+$/, '');

/** Whether a trial shows more than an answer: anything that could not be had by standing still. */
function doesSomething(
  before: NonNullable<AdventureState['story']>,
  { step, effect, moved }: Trial,
): boolean {
  const { reading } = step;
  return (
    effect ||
    moved ||
    step.stopped !== null ||
    step.awaits !== 'line' ||
    step.notes.some((note) => note !== 'input_cut') ||
    isDeath(step) ||
    readEnding(step) !== null ||
    reading.score !== before.reading.score ||
    listIds(reading.inventory) !== listIds(before.reading.inventory)
  );
}

const listIds = (things: readonly { id: number }[]): string => things.map(({ id }) => id).join();

/** A direction that leads nowhere. */
function findBlocked(command: string, { story }: AdventureState, { step }: Trial): string | null {
  const direction = directionOf(command);
  // Where the place can't be read, nobody knows whether a walk led anywhere.
  const place = story?.reading.location;
  if (direction === null || !place) return null;
  return `no way ${direction} from ${placeKey(place.id)}: ${firstLine(step.text)}`;
}

const WAITS = /^(?:z|wait)\b/;

/** A command that was tried here in the same state of the world. One that only asks may be told something new. */
function findVain(
  command: string,
  { story, vain, world, recent }: AdventureState,
  { step }: Trial,
): string | null {
  const place = story?.reading.location?.id ?? null;
  const tried = vain[placeKey(place)] ?? {};
  // It may have been tried anywhere.
  if (place === null) return null;
  if (!Object.hasOwn(tried, command) || tried[command] !== world) return null;
  // Time may be what is needed: standing about is watched as a whole (stuck.ts).
  if (WAITS.test(command)) return null;
  if (ASKS.test(command)) {
    const told = recent.filter((move) => move.from === place && plain(move.command) === command);
    if (told.length > 0 && told.every(({ text }) => !beginAlike(text, step.text))) return null;
  }
  return `tried here before: ${firstLine(step.text)}`;
}

/** Characters by which two answers are held against each other: a long one is kept without its middle. */
const COMPARED = 500;
const beginAlike = (a: string, b: string): boolean =>
  a.trim().slice(0, COMPARED) === b.trim().slice(0, COMPARED);

/** Something that is not there, or a word that the story does not know. */
function findMissing(command: string, { state, trial, vocabulary }: MachineContext): string | null {
  const { reading } = state.story ?? {};
  const things = [...(reading?.inventory ?? []), ...(reading?.visible ?? [])];
  const unknown = unknownWord(command, things, vocabulary);
  if (unknown !== null) {
    return unknown.isVerb
      ? `the story does not know the word "${unknown.word}"`
      : `there is no ${unknown.word} here: the story does not know the word`;
  }
  const missing = namesNothing(command, things, trial.step.text);
  return missing === null ? null : `there is no ${missing} here: ${firstLine(trial.step.text)}`;
}

/** Rejections after which the next command of the turn is given whatever its score. */
const MAX_REJECTIONS = 2;
/** From this score on, a run that is stuck tries what the critic is against: what seemed wise led nowhere. */
const STUCK_SCORE = -0.9;

/** What the critic's answer is weighed with. */
export interface ScoreContext {
  options: Pick<AdventureOptions, 'critic'>;
  /** Commands of this turn that were rejected so far. */
  tries: number;
  /** Whether the run is stuck, and how; null: it is not. */
  trouble: PayloadOf<'stuck.warned'> | null;
}

/**
 * Whether a command is given, by the critic's answer. Below the threshold it is not, unless the run is stuck and the
 * score leaves any hope, or two commands of the turn were rejected already. Without an answer it is given.
 *
 * @param answer null: nothing usable was answered
 */
export function ruleByScore(
  answer: CriticAnswer | null,
  { options, tries, trouble }: ScoreContext,
): { accepted: boolean; override: PayloadOf<'critic.accepted'>['override'] } {
  if (!options.critic.on) return { accepted: true, override: null };
  if (answer === null || !Number.isFinite(answer.score)) return { accepted: true, override: 'no_answer' };
  if (answer.score >= options.critic.threshold) return { accepted: true, override: null };
  if (trouble !== null && answer.score > STUCK_SCORE) return { accepted: true, override: 'stuck' };
  if (tries >= MAX_REJECTIONS) return { accepted: true, override: 'out_of_tries' };
  return { accepted: false, override: null };
}
