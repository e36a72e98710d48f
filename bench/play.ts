import { argv } from 'node:process';
import type { Mask } from '../src/contract/frame';
import { learnHud } from '../src/grid/hud/hud';
import type { Transition } from '../src/grid/transition';
import { made } from '../test/support/transitions';
import { offeredOf, openDrivenGame } from './lib/driven-game';
import { type GamePlayer, playByMemory, playRandomly, playStateGraph } from './lib/players';

/**
 * Measures how many levels of games each player completes within a budget of actions: a random one, one that
 * explores the graph of states, and the service's own (docs/runs.md#play-on). Games run behind a command of
 * yours (bench/lib/driven-game.ts):
 *
 *   npx tsx bench/play.ts --driver="python drive.py {game}" --games=ls20,vc33 [--players=random,graph,play]
 *     [--actions=2000] [--seeds=1] [--verbose]
 *
 * Resets after GAME_OVER do not count against the budget.
 */
const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const PLAYERS: Readonly<Record<string, (seed: string) => GamePlayer>> = {
  random: playRandomly,
  graph: playStateGraph,
  play: playByMemory,
};

const HUD_WINDOW = 40;

interface Play {
  levels: number[];
  seconds: number;
}

function playGame(command: string, player: GamePlayer, budget: number, log: (text: string) => void): Play {
  const game = openDrivenGame(command);
  const began = performance.now();
  const play: Play = { levels: [], seconds: 0 };
  const recent: Transition[] = [];
  let [hud, mask]: [number[], Mask] = [[], new Set()];
  let now = game.reset();
  let cells = now.frames.at(-1) ?? '';
  for (let used = 1; used <= budget && now.state !== 'WIN'; used++) {
    // ACTION7 is undo in most games; no player here uses it.
    const available = offeredOf(now).filter((id) => id !== 'ACTION7');
    const action = player.choose({ cells, available, mask });
    const next = game.act(action);
    const frames = next.frames.length > 0 ? next.frames : [cells];
    const transition: Transition = {
      ...made(cells, frames.at(-1) ?? cells, action, used),
      frames,
      ...{ state: next.state, levelChanged: next.levels !== now.levels, level: now.levels },
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
    now = game.reset();
    cells = now.frames.at(-1) ?? cells;
  }
  game.close();
  play.seconds = Math.round((performance.now() - began) / 1000);
  return play;
}

function main(): void {
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
        plays.push(playGame(command.replaceAll('{game}', game), make(seed), budget, log));
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

main();
