import { argv } from 'node:process';
import { GAMES } from '../src/games/catalog';
import type { BuiltinGame } from '../src/games/game';
import { makeToys } from '../test/support/toy-games';
import { exploreGame, type Outcome, tableOf } from './lib/explorer';

/**
 * How the understudy does as an explorer, on more seeds and games than `npm run bench` has time for:
 * `npx tsx bench/explore.ts [--games=crates,tilt] [--seeds=10] [--prefix=s] [--verbose]`.
 */
const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const seeds = Array.from(
  { length: Number(option('seeds') ?? 10) },
  (_, i) => `${option('prefix') ?? 's'}${i}`,
);
const all: Record<string, BuiltinGame[]> = {};
for (const [id, game] of Object.entries(GAMES)) all[id] = seeds.map(() => game);
for (const [name, make] of Object.entries(makeToys())) all[`toy ${name}`] = seeds.map((seed) => make(seed));
const wanted = option('games')?.split(',');

async function main(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const [name, games] of Object.entries(all)) {
    if (wanted && !wanted.some((one) => name === one || name === `toy ${one}`)) continue;
    outcomes.push(await exploreGame(name, games, seeds));
  }
  if (argv.includes('--verbose'))
    for (const { remarks } of outcomes) for (const text of remarks) console.log(text);
  for (const line of tableOf(outcomes)) console.log(line);
}

void main();
