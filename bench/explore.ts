import { argv } from 'node:process';
import { exploreGame, listGames, type Outcome, tableOf } from './lib/explorer';

/**
 * Measures the understudy as an explorer, on the chosen seeds and games; `npm run bench` has ten seeds: `npx tsx
 * bench/explore.ts [--games=crates,tilt] [--seeds=10] [--prefix=s] [--verbose]`. Another prefix gives other games and
 * other starts: rules of choosing are made with some seeds, and tested against others (`--prefix=held-`).
 */
const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const seeds = Array.from(
  { length: Number(option('seeds') ?? 10) },
  (_, i) => `${option('prefix') ?? 's'}${i}`,
);
const wanted = option('games')?.split(',');

async function main(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const { name, games } of listGames(seeds)) {
    if (wanted && !wanted.some((one) => name === one || name === `toy ${one}`)) continue;
    outcomes.push(await exploreGame(name, games, seeds));
  }
  if (argv.includes('--verbose'))
    for (const { remarks } of outcomes) for (const text of remarks) console.log(text);
  for (const line of tableOf(outcomes)) console.log(line);
}

void main();
