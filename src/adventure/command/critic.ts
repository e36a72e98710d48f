import { currentPlace, placeName } from 'story-player/memory';
import { findDirection, isDeath, plainCommand, readEnding, type Trial } from 'zmachine-story';
import type { CriticAnswer } from '../../contract/adventure-agents';
import type { PayloadOf } from '../../contract/events/events';
import { firstLine } from '../lines';
import type { AdventureOptions, AdventureState } from '../state-types';
import { findUnknownWord, namesNothing } from './critic-words';

/** Facts about a command: the run before it and a reverted trial. */
interface MachineContext {
  state: AdventureState;
  trial: Trial;
  /** The story's dictionary; words have its length. */
  vocabulary: readonly string[];
}

/** Commands that end or restart the game, which only the run does. */
const ENDS = /^(?:quit|q|restart)(?: (?:the )?(?:game|story))?$/;
/** Commands of the story's save system, whose results may differ from a trial. */
const PRESERVING_VERBS = /^(?:save|restore|undo)(?: (?:the )?(?:game|story))?$/;
/** Commands that only query. The same reply again is pointless, a new one is not. */
const ASKS =
  /^(?:look|l|examine|x|inspect|study|inventory|inv|i|read|wait|z|score|listen|smell|search|ask|tell|say|talk|consult|diagnose|time)(?: |$)/;

/**
 * Rejects a command that the story rules out: a blocked way, a missing object, a command that failed here before. A
 * command whose trial has an effect passes: it moves the player, changes the world, score or inventory, ends the story
 * or kills.
 * @param command a cleaned command
 * @returns the reason, or null
 */
export function judgeByMachine(command: string, context: MachineContext): string | null {
  const { state, trial } = context;
  const { story } = state;
  if (story?.awaits !== 'line') return null;
  const words = plainCommand(command);
  if (ENDS.test(words)) return 'the run decides when an episode ends';
  if (PRESERVING_VERBS.test(words) || doesSomething(story, trial)) return null;
  return findBlocked(words, state, trial) ?? findFutile(words, state, trial) ?? findMissing(words, context);
}

/**
 * Rejects a command by the memory of a fair run, which tries no commands: one that ends the story, a refused way, or
 * one that failed here before. A query may get a new reply.
 * @returns the reason, or null
 */
export function judgeByMemory(command: string, state: AdventureState): string | null {
  const { story, map, vain, world } = state;
  if (story?.awaits !== 'line') return null;
  const words = plainCommand(command);
  if (ENDS.test(words)) return 'the run decides when an episode ends';
  const place = currentPlace(state);
  if (words === '' || PRESERVING_VERBS.test(words) || ASKS.test(words) || place === null) return null;
  const direction = findDirection(words);
  const isSame = (way: AdventureState['map']['blocked'][number]): boolean =>
    way.from === place && way.direction === direction && way.world === world;
  const blockedWay = map.blocked.find(isSame);
  if (blockedWay)
    return `no way ${blockedWay.direction} from ${placeName(place)}: ${firstLine(blockedWay.text)}`;
  const vainHere = vain[placeName(place)] ?? {};
  return Object.hasOwn(vainHere, words) && vainHere[words] === world
    ? 'it had no effect here, and nothing has changed since'
    : null;
}

/** True if a trial has an effect that waiting would not have. */
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

function findBlocked(command: string, state: AdventureState, { step }: Trial): string | null {
  const direction = findDirection(command);
  // Without a known place it is unclear if a walk led anywhere.
  const place = currentPlace(state);
  if (direction === null || place === null) return null;
  return `no way ${direction} from ${placeName(place)}: ${firstLine(step.text)}`;
}

const WAIT_COMMANDS = /^(?:z|wait)\b/;

/** Finds a command already tried here in the same state of the world. Queries may get a new reply. */
function findFutile(command: string, state: AdventureState, { step }: Trial): string | null {
  const { vain, world, recent } = state;
  const place = currentPlace(state);
  // It may have been tried at another place.
  if (place === null) return null;
  const vainHere = vain[placeName(place)] ?? {};
  if (!Object.hasOwn(vainHere, command) || vainHere[command] !== world) return null;
  // Waiting may be necessary; stuck.ts handles waiting for too long.
  if (WAIT_COMMANDS.test(command)) return null;
  if (ASKS.test(command)) {
    const earlierMoves = recent.filter(
      (move) => move.from === place && plainCommand(move.command) === command,
    );
    if (earlierMoves.length > 0 && earlierMoves.every(({ text }) => !haveSamePrefix(text, step.text)))
      return null;
  }
  return `tried here before: ${firstLine(step.text)}`;
}

/** Characters compared; the middle of a long reply is not stored. */
const COMPARED = 500;
const haveSamePrefix = (a: string, b: string): boolean =>
  a.trim().slice(0, COMPARED) === b.trim().slice(0, COMPARED);

/** Finds a missing object or an unknown word. */
function findMissing(command: string, { state, trial, vocabulary }: MachineContext): string | null {
  const { reading } = state.story ?? {};
  const things = [...(reading?.inventory ?? []), ...(reading?.visible ?? [])];
  const unknown = findUnknownWord(command, things, vocabulary);
  if (unknown !== null) {
    return unknown.isVerb
      ? `the story does not know the word "${unknown.word}"`
      : `there is no ${unknown.word} here: the story does not know the word`;
  }
  const missing = namesNothing(command, things, trial.step.text);
  return missing === null ? null : `there is no ${missing} here: ${firstLine(trial.step.text)}`;
}

/** After this many rejections the turn's next command passes at any score. */
const MAX_REJECTIONS = 2;
/** A stuck run tries commands from this score on against the critic's advice. */
const STUCK_SCORE = -0.9;

interface ScoreContext {
  options: Pick<AdventureOptions, 'critic'>;
  /** Rejected commands of this turn. */
  tries: number;
  /** The sign that the run is stuck, or null. */
  trouble: PayloadOf<'stuck.warned'> | null;
}

/**
 * Decides if a command passes by the critic's score. Below the threshold it fails, unless the run is stuck and the
 * score is not the lowest, or the turn already has two rejections. Without a usable answer it passes.
 * @param answer null: no usable answer
 */
export function judgeByScore(
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
