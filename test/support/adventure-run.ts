import { createPlayer } from '../../packages/zmachine-story/src/player';
import { readStory } from '../../packages/zmachine-story/src/read-story';
import type { StoryPlayer } from '../../packages/zmachine-story/src/types';
import type { AdventurePorts } from '../../src/adventure/ask';
import type { AdventurerBrief, AfterBrief, CriticBrief, PeriodicBrief } from '../../src/adventure/briefs';
import type { SharedNotes } from '../../src/adventure/notes';
import { decideCommand } from '../../src/adventure/people';
import { adventureCreated, reduceAdventure } from '../../src/adventure/state';
import type { AdventureConfig, AdventureState } from '../../src/adventure/state-types';
import { playAdventure } from '../../src/adventure/turn';
import { fromBase64 } from '../../src/base/base64';
import { ADVENTURE_ROLES, type AdventurerAnswer } from '../../src/contract/adventure-agents';
import type { AdventureOptionsBody } from '../../src/contract/adventures';
import type { CallRecord } from '../../src/contract/calls';
import type { Event } from '../../src/contract/events/events';
import type { ResolvedProfile } from '../../src/contract/profiles';
import type { CreateRun } from '../../src/contract/runs';
import { UNDERSTUDY_PROFILE } from '../../src/model/understudy-profile';
import type { Ask } from '../../src/room/step-context';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { shouldPlayTurn } from '../../src/runs/state';
import { callRecord, createMemoryRoom, type MemoryRoom, playMemoryRound } from './memory-room';
import { must } from './must';

const RUN = 'adv_00000000000000000000';

/**
 * The answers of each task of an adventure, as a function of its brief. An exception makes an unusable
 * answer.
 */
export interface Script {
  adventurer: (brief: AdventurerBrief) => unknown;
  critic: (brief: CriticBrief) => unknown;
  extractor: (brief: AfterBrief) => unknown;
  chronicler: (brief: AfterBrief) => unknown;
  completion: (brief: AfterBrief) => unknown;
  discovery: (brief: PeriodicBrief) => unknown;
  refinement: (brief: PeriodicBrief) => unknown;
  scholar: (brief: PeriodicBrief) => unknown;
}

/** Agents without effect: the adventurer waits, the critic agrees, the others find nothing. */
export const QUIET: Script = {
  adventurer: () => ({ thinking: 'Nothing to do.', action: 'wait' }),
  critic: () => ({ score: 1, reason: 'fine' }),
  extractor: () => ({ summary: 'Something happened.' }),
  chronicler: () => ({ keep: false }),
  completion: () => ({ completed: [] }),
  discovery: () => ({ objectives: [] }),
  refinement: () => ({}),
  scholar: () => ({ knowledge: '' }),
};

/**
 * An adventurer that answers by turn: the first command in turn 1, and so on; the same again after a
 * rejection. A full answer can declare objectives. It waits when there are none left.
 */
export const typing =
  (answers: readonly (string | (Partial<AdventurerAnswer> & { action: string }))[]): Script['adventurer'] =>
  ({ state }) => {
    const answer = answers[state.rounds - 1] ?? 'wait';
    const thinking = `Turn ${state.rounds} of a script.`;
    return typeof answer === 'string' ? { thinking, action: answer } : { thinking, ...answer };
  };

export type AdventureRoom = MemoryRoom<AdventureState> & { ports: AdventurePorts };

export interface AdventureRoomArgs {
  /** Answers by task, instead of the quiet ones; or one function for all tasks. */
  answers?: Partial<Script> | ((ask: Ask<unknown>) => unknown);
  /** The adventurer's answers, by turn; see {@link typing}. */
  commands?: Parameters<typeof typing>[0];
  options?: AdventureOptionsBody;
  budgets?: CreateRun['budgets'];
  /** A story file; default: the embedded story. */
  story?: Uint8Array;
  instructions?: number;
  seed?: string;
  title?: string;
  shared?: SharedNotes;
  /** A ledger to continue from, with its own options, budgets, seed and title. */
  past?: readonly Event[];
  provider?: string;
  adventurer?: Partial<ResolvedProfile>;
}

const players = new Map<string, StoryPlayer>();

/** A player of a story file, cached because it has no state of a run. */
export async function makeStoryPlayer(
  file: Uint8Array = embeddedFile(),
  instructions?: number,
): Promise<StoryPlayer> {
  const story = must(await readStory(file));
  if (instructions !== undefined) return createPlayer(story, instructions);
  const known = players.get(story.hash);
  if (known) return known;
  const player = createPlayer(story);
  players.set(story.hash, player);
  return player;
}

function embeddedFile(): Uint8Array {
  const bytes = fromBase64(EMBEDDED_STORY.base64);
  if (!bytes) throw new Error('the embedded story is no base64');
  return bytes;
}

/** Starts a run in memory: the real turn, with scripted answers. */
export async function createAdventureRoom(args: AdventureRoomArgs = {}): Promise<AdventureRoom> {
  const player = await makeStoryPlayer(args.story, args.instructions);
  const { answers = {}, commands } = args;
  const script: Script = {
    ...QUIET,
    ...(typeof answers === 'function' ? {} : answers),
    ...(commands && { adventurer: typing(commands) }),
  };
  const created = adventureCreated({
    id: RUN,
    title: args.title ?? 'A run',
    body: { game: EMBEDDED_STORY.id, start: true, budgets: args.budgets, options: args.options },
    story: player.story.hash,
    profiles: Object.fromEntries(
      ADVENTURE_ROLES.map((role) => [
        role,
        role === 'adventurer' ? { ...UNDERSTUDY_PROFILE, ...args.adventurer } : UNDERSTUDY_PROFILE,
      ]),
    ) as AdventureConfig['profiles'],
    seed: args.seed ?? 'seed',
  });
  const room = createMemoryRoom<AdventureState>({
    reduce: reduceAdventure,
    ...(args.past === undefined
      ? { events: [created, { kind: 'run.started', actor: 'system', payload: { steps: null } }] }
      : { past: args.past, events: [] }),
    answer: typeof answers === 'function' ? answers : (ask) => answerBy(script, ask),
    ...(args.provider === undefined ? {} : { provider: args.provider }),
  });
  const ports: AdventurePorts = {
    player: async () => player,
    shared: async () => args.shared ?? { notes: [], knowledge: null },
  };
  return Object.assign(room, { ports });
}

/** The task determines the type of the brief. */
function answerBy(script: Script, { brief }: Ask<unknown>): unknown {
  const answer = (script as unknown as Record<string, (brief: unknown) => unknown>)[brief.task];
  if (!answer) throw new Error(`nobody answers the task ${brief.task}`);
  return answer(brief);
}

export async function playOneTurn(room: AdventureRoom): Promise<void> {
  const seed = `${room.state.config.seed}.${room.state.rounds + 1}`;
  await playMemoryRound(room, 'turn', seed, (ctx) => playAdventure(ctx, room.ports));
}

export async function playTurns(room: AdventureRoom, turns: number): Promise<void> {
  for (let n = 0; n < turns && shouldPlayTurn(room.state); n += 1) await playOneTurn(room);
}

/** A new adventure after so many turns. */
export async function playedAdventure(turns: number, args: AdventureRoomArgs = {}): Promise<AdventureRoom> {
  const room = await createAdventureRoom(args);
  await playTurns(room, turns);
  return room;
}

/** Plays until the run ends; throws after `limit` turns, so that a run that never ends fails its test. */
export async function playToEnd(room: AdventureRoom, limit = 500): Promise<void> {
  for (let n = 0; shouldPlayTurn(room.state); n += 1) {
    if (n === limit) throw new Error(`the run did not end within ${limit} turns`);
    await playOneTurn(room);
  }
}

export function giveCommand(room: AdventureRoom, command: string, mode: 'take' | 'suggest' = 'take'): void {
  room.append(must(decideCommand(room.state, { command, mode })));
}

export const listTyped = (room: AdventureRoom): string[] =>
  room.ledger
    .filter((event) => event.kind === 'command.executed')
    .map(({ payload }) => String(payload.command));

/** The call records of this room's requests, as in the call log, in order. */
export function recordCalls(room: AdventureRoom): CallRecord[] {
  const made = new Map<number, number>();
  return room.asks.map((asked) => {
    // The brief of an adventure has the state of the requesting turn.
    const round = (asked.ask.brief as unknown as { state: AdventureState }).state.rounds;
    const n = (made.get(round) ?? 0) + 1;
    made.set(round, n);
    return callRecord(RUN, round, n, asked);
  });
}
