import { spawn } from 'node:child_process';
import { argv } from 'node:process';
import { createInterface } from 'node:readline';
import type { ActionId } from '../src/api/agents';
import type { Mask } from '../src/engines/grid/frame/frame';
import { learnHud } from '../src/engines/grid/hud/hud';
import type { Transition } from '../src/engines/grid/transition';
import type { GameStatus } from '../src/games/grid/game';
import { type GamePlayer, playByMemory, playRandomly, playStateGraph } from './lib/players';

/**
 * Measures how many levels of games each player completes within a budget of actions: a random one, one that explores the
 * graph of states, and the service's own (docs/exploration.md#playing-on). Games run behind a command of yours:
 *
 *     npx tsx bench/play.ts --driver="python drive.py {game}" --games=ls20,vc33 [--players=random,graph,play]
 *       [--actions=2000] [--seeds=1] [--verbose]
 *
 * The command is started once for each play and reads one JSON object a line: `{"reset":true}` starts the game, or the level
 * that stands again; `{"id":1}` and `{"id":6,"x":3,"y":4}` are ACTION1 and a click. It answers each with a line
 * `{"frames":[packed, …], "state":"NOT_FINISHED"|"GAME_OVER"|"WIN", "levels":completed, "actions":[offered numbers]}`;
 * a packed frame is its rows of hex digits, joined by `/`. Resets after GAME_OVER are no actions of the budget.
 */
interface Answer {
  frames: string[];
  state: GameStatus;
  levels: number;
  actions: number[];
  error?: string;
}

const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const PLAYERS: Readonly<Record<string, (seed: string) => GamePlayer>> = {
  random: playRandomly,
  graph: playStateGraph,
  play: playByMemory,
};

const HUD_WINDOW = 40;

interface Play {
  /** Actions used when each level was completed. */
  levels: number[];
  resets: number;
  seconds: number;
}

function openGame(command: string) {
  const [file = '', ...args] = command.split(' ');
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = async (message: object): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const line = await lines.next();
    if (line.done) throw new Error('the game ended');
    return JSON.parse(line.value) as Answer;
  };
  return { send, close: () => child.kill() };
}

async function playGame(
  command: string,
  player: GamePlayer,
  budget: number,
  log: (text: string) => void,
): Promise<Play> {
  const game = openGame(command);
  const began = performance.now();
  const play: Play = { levels: [], resets: 0, seconds: 0 };
  const recent: Transition[] = [];
  let [hud, mask]: [number[], Mask] = [[], new Set()];
  let now = await game.send({ reset: true });
  let cells = now.frames.at(-1) ?? '';
  for (let used = 1; used <= budget && now.state !== 'WIN'; used++) {
    const available = now.actions.filter((id) => id > 0 && id < 7).map((id) => `ACTION${id}` as ActionId);
    const action = player.choose({ cells, available, mask, level: now.levels });
    const id = Number(action.id.slice(6));
    const next = await game.send({ id, ...(action.x === undefined ? {} : { x: action.x, y: action.y }) });
    if (next.error) throw new Error(next.error);
    const frames = next.frames.length > 0 ? next.frames : [cells];
    const transition: Transition = {
      ...{
        turn: used,
        beforeFrame: used,
        afterFrame: used + 1,
        action,
        role: 'target',
        before: cells,
        frames,
      },
      ...{ state: next.state, levelChanged: next.levels !== now.levels, level: now.levels, certain: true },
    };
    if (transition.levelChanged) {
      play.levels.push(used);
      log(`level ${next.levels} at ${used}`);
    }
    recent.push(transition);
    if (recent.length > HUD_WINDOW) recent.shift();
    const learnt = learnHud(recent, hud);
    if (learnt.length > hud.length) [hud, mask] = [learnt, new Set(learnt)];
    player.see(transition, mask);
    now = next;
    cells = frames.at(-1) ?? cells;
    if (now.state !== 'GAME_OVER') continue;
    play.resets++;
    now = await game.send({ reset: true });
    cells = now.frames.at(-1) ?? cells;
  }
  game.close();
  play.seconds = Math.round((performance.now() - began) / 1000);
  return play;
}

async function main(): Promise<void> {
  const command = option('driver');
  if (!command) throw new Error('name the games by --driver="command {game}" --games=a,b');
  const games = (option('games') ?? '').split(',');
  const players = (option('players') ?? 'random,graph,play').split(',');
  const seeds = Array.from({ length: Number(option('seeds') ?? 1) }, (_, i) => `s${i}`);
  const budget = Number(option('actions') ?? 2000);
  const isVerbose = argv.includes('--verbose');
  const totals = new Map<string, number>();
  console.log(`| game | ${players.join(' | ')} |\n| --- |${' ---: |'.repeat(players.length)}`);
  for (const game of games) {
    const row: string[] = [];
    for (const name of players) {
      const make = PLAYERS[name];
      if (!make) throw new Error(`no player is called ${name}`);
      const plays: Play[] = [];
      for (const seed of seeds) {
        const log = isVerbose
          ? (text: string) => console.error(`${game} ${name} ${seed}: ${text}`)
          : () => {};
        plays.push(await playGame(command.replaceAll('{game}', game), make(seed), budget, log));
      }
      const levels = plays.reduce((sum, play) => sum + play.levels.length, 0) / plays.length;
      totals.set(name, (totals.get(name) ?? 0) + levels);
      row.push(
        `${levels} (${plays.map((play) => play.levels.join(' ') || '–').join('; ')}; ${plays[0]?.seconds} s)`,
      );
    }
    console.log(`| ${game} | ${row.join(' | ')} |`);
  }
  console.log(`| all | ${players.map((name) => totals.get(name) ?? 0).join(' | ')} |`);
  process.exit(0);
}

void main();
