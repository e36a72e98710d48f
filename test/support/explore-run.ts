import type { CallRecord } from '../../src/contract/calls';
import type { Event } from '../../src/contract/events/events';
import type { ResolvedProfile } from '../../src/contract/profiles';
import type { CreateRun } from '../../src/contract/runs';
import type { AnalystBrief, ExplorerBrief } from '../../src/grid/briefs';
import { type RunState, reduceRun, runCreated } from '../../src/grid/state';
import { playTurn } from '../../src/grid/turn';
import { UNDERSTUDY_PROFILE } from '../../src/model/understudy-profile';
import type { Ask } from '../../src/room/step-context';
import { GAMES } from '../../src/runs/games/catalog';
import type { GamePorts } from '../../src/runs/games/driver';
import type { Games } from '../../src/runs/games/game';
import { shouldPlayTurn } from '../../src/runs/state';
import { analyzeAction } from '../../src/understudy/grid/analyst';
import { suggestAction } from '../../src/understudy/grid/explorer';
import { callRecord, createMemoryRoom, type MemoryRoom, playMemoryRound } from './memory-room';

export function answerAsUnderstudy(ask: Ask<unknown>): unknown {
  return ask.role === 'explorer'
    ? suggestAction(ask.brief as ExplorerBrief)
    : analyzeAction(ask.brief as AnalystBrief);
}

export function createMemoryRun(
  args: {
    seed?: string;
    game?: string;
    budgets?: CreateRun['budgets'];
    play?: boolean;
    explore?: CreateRun['explore'];
    verifyAfter?: number;
    world?: CreateRun['world'];
    profiles?: Record<'explorer' | 'analyst', ResolvedProfile>;
    answer?: (ask: Ask<unknown>) => unknown;
    /** A ledger to continue from; the other settings are then ignored. */
    past?: readonly Event[];
  } = {},
): MemoryRoom<RunState> {
  const body: CreateRun = {
    game: args.game ?? 'corridor',
    start: true,
    budgets: args.budgets,
    ...(args.play && { play: true }),
    ...(args.explore && { explore: args.explore }),
    ...(args.verifyAfter && { verifyAfter: args.verifyAfter }),
    ...(args.world && { world: args.world }),
  };
  const profiles = args.profiles ?? { explorer: UNDERSTUDY_PROFILE, analyst: UNDERSTUDY_PROFILE };
  const created = runCreated({
    id: 'run_00000000000000000000',
    title: 'A run',
    body,
    profiles,
    seed: args.seed ?? 'seed',
  });
  return createMemoryRoom<RunState>({
    reduce: reduceRun,
    ...(args.past === undefined
      ? { events: [created, { kind: 'run.started', actor: 'system', payload: { steps: null } }] }
      : { past: args.past, events: [] }),
    answer: args.answer ?? answerAsUnderstudy,
  });
}

export async function playOneTurn(
  room: MemoryRoom<RunState>,
  games: Games = GAMES,
  remote: GamePorts['remote'] = null,
): Promise<void> {
  await playMemoryRound(room, 'turn', `${room.state.config.seed}.${room.state.rounds + 1}`, (ctx) =>
    playTurn(ctx, { builtin: games, remote, worldCode: true }),
  );
}

/** Plays until the run ends; throws after `limit` turns, so that a run that never ends fails its test. */
export async function playToEnd(
  room: MemoryRoom<RunState>,
  games: Games = GAMES,
  limit = 300,
  remote: GamePorts['remote'] = null,
): Promise<void> {
  for (let n = 0; shouldPlayTurn(room.state); n++) {
    if (n === limit) throw new Error(`the run did not end within ${limit} turns`);
    await playOneTurn(room, games, remote);
  }
}

/** A new run, played to its end. */
export async function playedRun(
  args: Parameters<typeof createMemoryRun>[0] = {},
  games: Games = GAMES,
  limit?: number,
  remote?: GamePorts['remote'],
): Promise<MemoryRoom<RunState>> {
  const room = createMemoryRun(args);
  await playToEnd(room, games, limit, remote);
  return room;
}

/** The call records of this room's requests, as in the call log, in order. */
export function recordCalls(room: MemoryRoom<RunState>): CallRecord[] {
  const turns = room.ledger.filter((event: Event) => event.kind === 'turn.started').length;
  let turn = 0;
  return room.asks.map((asked, i) => {
    if (asked.step === 'suggest') turn += 1;
    return callRecord('run_00000000000000000000', Math.min(turn, turns), i + 1, asked);
  });
}
