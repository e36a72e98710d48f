import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cpuUsage } from 'node:process';
import { readRecord } from '../src/grid/reporting/evidence';
import { toRules } from '../src/grid/reporting/export-state';
import { shouldPlayTurn } from '../src/runs/state';
import { createMemoryRun, playOneTurn } from '../test/support/explore-run';
import { openDrivenGame, playDriven } from './lib/driven-game';
import { exploreGame, listGames, type Outcome, quantile, tableOf } from './lib/explorer';

/**
 * Measures the understudy as an explorer, on chosen seeds and games; `npm run bench` uses ten seeds: `npx tsx
 * bench/explore.ts [--games=crates,tilt] [--seeds=10] [--prefix=s] [--verbose]`. Another prefix gives other
 * games and other starts: tune rules on some seeds, and test them on others (`--prefix=held-`).
 *
 * With `--driver="command {game}"` it explores games behind a command of yours (bench/lib/driven-game.ts) for
 * at most `--actions=200`, prints the processor time of a turn (median, p90, worst), and writes ledger,
 * knowledge and rules to `{game}-{seed}.json` in the folder `--write=`.
 */
const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const seeds = Array.from(
  { length: Number(option('seeds') ?? 10) },
  (_, i) => `${option('prefix') ?? 's'}${i}`,
);
const wanted = option('games')?.split(',');
const driver = option('driver');

async function measureOurs(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const { name, games } of listGames(seeds)) {
    if (wanted && !wanted.some((one) => name === one || name === `toy ${one}`)) continue;
    outcomes.push(await exploreGame(name, games, seeds));
  }
  if (argv.includes('--verbose'))
    for (const { remarks } of outcomes) for (const text of remarks) console.log(text);
  for (const line of tableOf(outcomes)) console.log(line);
}

async function exploreDriven(command: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const actions = Number(option('actions') ?? 200);
  for (const game of wanted ?? []) {
    for (const seed of seeds) {
      const driven = openDrivenGame(command.replaceAll('{game}', game));
      const budgets = { actions, calls: 10 * actions };
      const room = createMemoryRun({ seed, game, budgets, explore: 'budget', verifyAfter: 5 });
      const games = { [game]: playDriven(game, driven) };
      const milliseconds: number[] = [];
      while (shouldPlayTurn(room.state)) {
        const before = cpuUsage();
        await playOneTurn(room, games);
        const { user, system } = cpuUsage(before);
        milliseconds.push((user + system) / 1_000);
      }
      driven.close();
      const { knowledge, used } = room.state;
      const status = Object.entries(knowledge.actions).map(([id, known]) => `${id} ${known.status}`);
      const cpu = [0.5, 0.9, 1].map((part) => Math.round(quantile(milliseconds, part))).join(', ');
      console.log(
        `${game} ${seed}: ${used.actions} actions; processor ms a turn ${cpu}; ${status.join(', ')}`,
      );
      writeFileSync(
        join(folder, `${game}-${seed}.json`),
        JSON.stringify({
          events: room.ledger,
          knowledge,
          used,
          rules: toRules(readRecord(room.state, room.ledger)),
        }),
      );
    }
  }
}

void (driver ? exploreDriven(driver, option('write') ?? 'explored') : measureOurs());
