import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionId, GameAction } from '../../src/contract/agents';
import { type BuiltinGame, FULL_BOARD, type GameStatus, type GameStep } from '../../src/runs/games/game';

/**
 * Games behind a command of yours. The command starts once per play and reads one JSON object per line:
 * `{"reset":true}` restarts the game, or the current level; `{"id":1}` and `{"id":6,"x":3,"y":4}` are ACTION1
 * and a click. It answers each with a line `{"frames":[packed, …], "state":"NOT_FINISHED"|"GAME_OVER"|"WIN",
 * "levels":completed, "actions":[offered numbers]}`; a packed frame is its rows of hex digits, joined by `/`.
 */
export interface DrivenAnswer {
  frames: string[];
  state: GameStatus;
  levels: number;
  actions: number[];
  error?: string;
}

export interface DrivenGame {
  reset(): DrivenAnswer;
  /** @throws Error if the command returns `error`, or exits. */
  act(action: GameAction): DrivenAnswer;
  close(): void;
}

/** Starts the command. Blocks until it answers, like a game in this process. */
export function openDrivenGame(command: string): DrivenGame {
  const folder = mkdtempSync(join(tmpdir(), 'driven-game-'));
  const [input, output] = [join(folder, 'input'), join(folder, 'output')];
  execFileSync('mkfifo', [input, output]);
  // Open our ends for reading and writing, so that opening does not block. The command's ends have one
  // direction, so that it reads the end of its input when this process exits.
  const [to, from] = [openSync(input, 'r+'), openSync(output, 'r+')];
  const [reads, writes] = [openSync(input, 'r'), openSync(output, 'w')];
  const child = spawn('sh', ['-c', `${command}; echo '{"error":"the game ended"}'`], {
    stdio: [reads, writes, 'ignore'],
    detached: true,
  });
  for (const file of [reads, writes]) closeSync(file);
  const bytes = Buffer.alloc(65_536);
  let rest = '';
  const readLine = (): string => {
    for (;;) {
      const end = rest.indexOf('\n');
      if (end >= 0) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 1);
        return line;
      }
      rest += bytes.toString('utf8', 0, readSync(from, bytes));
    }
  };
  const send = (message: object): DrivenAnswer => {
    writeSync(to, `${JSON.stringify(message)}\n`);
    const answer = JSON.parse(readLine()) as DrivenAnswer;
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    reset: () => send({ reset: true }),
    act: ({ id, x, y }) => send({ id: Number(id.slice(6)), ...(x !== undefined && { x, y }) }),
    close: () => {
      if (child.pid !== undefined) process.kill(-child.pid);
      for (const file of [to, from]) closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

export const offeredOf = (answer: DrivenAnswer): ActionId[] =>
  answer.actions.filter((id) => id > 0 && id <= 7).map((id) => `ACTION${id}` as ActionId);

/** Wraps the command as a game, for one run that always continues from its newest step. */
export function playDriven(id: string, game: DrivenGame): BuiltinGame {
  const stepOf = (answer: DrivenAnswer): GameStep => ({
    snapshot: { levels: answer.levels },
    frames: answer.frames,
    state: answer.state,
    levelsCompleted: answer.levels,
    availableActions: offeredOf(answer),
  });
  const first = game.reset();
  let last = stepOf(first);
  return {
    info: {
      ...FULL_BOARD,
      ...{ id, title: id, description: 'A game behind a command.', actions: offeredOf(first) },
    },
    start: () => last,
    restart: () => {
      last = stepOf(game.reset());
      return last;
    },
    act: (_, action) => {
      const answer = game.act(action);
      last = stepOf(answer.frames.length > 0 ? answer : { ...answer, frames: last.frames.slice(-1) });
      return last;
    },
  };
}
