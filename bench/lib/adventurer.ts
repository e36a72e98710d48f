import { currentEpisode } from '../../src/adventure/state';
import type { AdventureState, EpisodeEnd } from '../../src/adventure/state-types';
import type { AdventureOptionsBody } from '../../src/contract/adventures';
import type { Ask } from '../../src/room/step-context';
import { shouldPlayTurn } from '../../src/runs/state';
import { UNDERSTUDY } from '../../src/understudy';
import { createAdventureRoom, playOneTurn } from '../../test/support/adventure-run';

export interface Played {
  seed: string;
  turns: number;
  /** null if the story has no readable score. */
  best: number | null;
  most: number | null;
  bestAt: number;
  ends: EpisodeEnd[];
  deaths: number;
  rooms: number;
  objectives: number;
  /** Milliseconds of each decision of the understudy, and of the run. */
  decisions: number[];
  milliseconds: number;
  moves: AdventureState['recent'];
}

/**
 * Plays a run of a story outside the Worker: the real turn on a room in memory, with the understudy.
 *
 * @param file the story; default: the embedded one
 */
export async function adventure(args: {
  file?: Uint8Array;
  seed: string;
  turns: number;
  options?: AdventureOptionsBody;
  watch?: (move: Played['moves'][number]) => void;
}): Promise<Played> {
  const decisions: number[] = [];
  const answer = (ask: Ask<unknown>): unknown => {
    const began = performance.now();
    const answer = UNDERSTUDY[ask.brief.task]?.(ask.brief);
    if (ask.brief.task === 'adventurer') decisions.push(performance.now() - began);
    return answer;
  };
  const room = await createAdventureRoom({
    ...(args.file && { story: args.file }),
    seed: args.seed,
    answers: answer,
    budgets: { turns: args.turns, calls: 1_000_000 },
    options: { stuckAfter: 0, ...args.options },
  });
  const moves: Played['moves'] = [];
  const began = performance.now();
  while (shouldPlayTurn(room.state)) {
    const turn = room.state.rounds + 1;
    await playOneTurn(room);
    const newMoves = room.state.recent.filter((move) => move.turn === turn);
    moves.push(...newMoves);
    for (const move of newMoves) args.watch?.(move);
    // Drop the requests to save memory: they contain every prompt of the run.
    room.asks.length = 0;
    if (currentEpisode(room.state) === null && room.state.status === 'finished') break;
  }
  const { state } = room;
  const best = Math.max(...state.episodes.map((episode) => episode.best ?? Number.NEGATIVE_INFINITY));
  return {
    seed: args.seed,
    turns: state.used.turns,
    best: Number.isFinite(best) ? best : null,
    most: findMost(moves),
    bestAt: state.curve.find(([, score]) => score === best)?.[0] ?? 0,
    ends: state.episodes.flatMap(({ end }) => end ?? []),
    deaths: state.episodes.reduce((sum, { deaths }) => sum + deaths, 0),
    rooms: state.map.rooms.filter(({ visits }) => visits > 0).length,
    objectives: state.objectives.length,
    decisions,
    milliseconds: performance.now() - began,
    moves,
  };
}

function findMost(moves: Played['moves']): number | null {
  for (const { text } of moves) {
    const max = /\bscored?\b[^.?]{0,60}\bof (?:a )?(?:possible |maximum |total of )?(\d+)/i.exec(text)?.[1];
    if (max !== undefined) return Number(max);
  }
  return null;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
