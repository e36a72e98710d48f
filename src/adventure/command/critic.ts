import type { Trial } from 'zmachine-story';
import type { CriticAnswer } from '../../contract/adventure-agents';
import type { PayloadOf } from '../../contract/events/events';
import { firstLine } from '../lines';
import { directionOf, plainCommand } from '../map/directions';
import { hereOf, placeKey } from '../state';
import type { AdventureOptions, AdventureState } from '../state-types';
import { namesNothing, unknownWord } from './critic-words';
import { isDeath, readEnding } from './endings';

/** Facts from the machine about a command: the run before it, and a trial of the command that was taken back. */
interface MachineContext {
  state: AdventureState;
  trial: Trial;
  /** Words of the story's dictionary, cut to its length. */
  vocabulary: readonly string[];
}

/** Commands that end or begin a life; only the run does that. */
const ENDS = /^(?:quit|q|restart)(?: (?:the )?(?:game|story))?$/;
/** Commands of the story's own memory, whose answers may differ from a trial. */
const KEEPS = /^(?:save|restore|undo)(?: (?:the )?(?:game|story))?$/;
/** Commands that only ask. Repeating the same words is in vain; other words are not. */
const ASKS =
  /^(?:look|l|examine|x|inspect|study|inventory|inv|i|read|wait|z|score|listen|smell|search|ask|tell|say|talk|consult|diagnose|time)(?: |$)/;

/**
 * Rejects a command when the story itself rules it out, without a model: a blocked way, a missing thing, a command that was
 * in vain before. A command whose trial has an effect passes: it moves the player, changes the world, the score or the
 * inventory, ends the story or kills.
 *
 * @param command a cleaned command
 * @returns the reason; null: the story does not object
 */
export function ruleByMachine(command: string, context: MachineContext): string | null {
  const { state, trial } = context;
  const { story } = state;
  if (story?.awaits !== 'line') return null;
  const words = plainCommand(command);
  if (ENDS.test(words)) return 'the run decides when an episode ends';
  if (KEEPS.test(words) || doesSomething(story, trial)) return null;
  return findBlocked(words, state, trial) ?? findVain(words, state, trial) ?? findMissing(words, context);
}

/**
 * Rejects a command by what a fair run remembers, for nothing is tried there: one that ends the story, a way that was refused,
 * and a command that was in vain here before. A question may get a new answer.
 *
 * @returns the reason; null: nothing is against it
 */
export function ruleByMemory(command: string, state: AdventureState): string | null {
  const { story, map, vain, world } = state;
  if (story?.awaits !== 'line') return null;
  const words = plainCommand(command);
  if (ENDS.test(words)) return 'the run decides when an episode ends';
  const place = hereOf(state);
  if (words === '' || KEEPS.test(words) || ASKS.test(words) || place === null) return null;
  const direction = directionOf(words);
  const isSame = (way: AdventureState['map']['blocked'][number]): boolean =>
    way.from === place && way.direction === direction && way.world === world;
  const blockedWay = map.blocked.find(isSame);
  if (blockedWay)
    return `no way ${blockedWay.direction} from ${placeKey(place)}: ${firstLine(blockedWay.text)}`;
  const vainHere = vain[placeKey(place)] ?? {};
  return Object.hasOwn(vainHere, words) && vainHere[words] === world
    ? 'it was in vain here, and nothing has changed since'
    : null;
}

/** Says whether a trial does more than answer: it has an effect that waiting would not have. */
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

/** Finds a direction that leads nowhere. */
function findBlocked(command: string, state: AdventureState, { step }: Trial): string | null {
  const direction = directionOf(command);
  // Where the place can't be read, nobody knows whether a walk led anywhere.
  const place = hereOf(state);
  if (direction === null || place === null) return null;
  return `no way ${direction} from ${placeKey(place)}: ${firstLine(step.text)}`;
}

const WAITS = /^(?:z|wait)\b/;

/** Finds a command that was tried here in the same state of the world. One that only asks may get a new answer. */
function findVain(command: string, state: AdventureState, { step }: Trial): string | null {
  const { vain, world, recent } = state;
  const place = hereOf(state);
  // It may have been tried anywhere.
  if (place === null) return null;
  const vainHere = vain[placeKey(place)] ?? {};
  if (!Object.hasOwn(vainHere, command) || vainHere[command] !== world) return null;
  // Time may be what is needed: standing about is watched as a whole (stuck.ts).
  if (WAITS.test(command)) return null;
  if (ASKS.test(command)) {
    const earlierMoves = recent.filter(
      (move) => move.from === place && plainCommand(move.command) === command,
    );
    if (earlierMoves.length > 0 && earlierMoves.every(({ text }) => !beginAlike(text, step.text)))
      return null;
  }
  return `tried here before: ${firstLine(step.text)}`;
}

/** Characters by which two answers are compared; a long one is stored without its middle. */
const COMPARED = 500;
const beginAlike = (a: string, b: string): boolean =>
  a.trim().slice(0, COMPARED) === b.trim().slice(0, COMPARED);

/** Finds a thing that is not there, or a word that the story does not know. */
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

/** Number of rejections after which the next command of the turn is accepted at any score. */
const MAX_REJECTIONS = 2;
/** Score from which on a stuck run tries a command against the critic's advice. */
const STUCK_SCORE = -0.9;

/** Facts that are weighed with the critic's answer. */
interface ScoreContext {
  options: Pick<AdventureOptions, 'critic'>;
  /** Number of commands of this turn that were rejected so far. */
  tries: number;
  /** Sign that the run is stuck; null: it is not. */
  trouble: PayloadOf<'stuck.warned'> | null;
}

/**
 * Decides by the critic's answer whether a command is accepted. Below the threshold it is not, unless the run is stuck and
 * the score leaves some hope, or two commands of the turn were rejected already. Without an answer it is accepted.
 *
 * @param answer null: the critic gave no usable answer
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
