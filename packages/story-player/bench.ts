/** Measures turns and trials per second of processor time. Usage: tsx bench.ts [story file] */
import { readFileSync } from 'node:fs';
import { readStory } from 'zmachine-story';
import { createPlayer } from 'zmachine-story/play';
import { playStory } from './src/index';

const path = process.argv[2] ?? new URL('../../stories/tide-mill.z3', import.meta.url);
const story = await readStory(new Uint8Array(readFileSync(path)));
if (!story.ok) throw new Error(JSON.stringify(story.failure));
const player = createPlayer(story.value);

for (const round of ['warm-up', 'measured']) {
  let [turns, trials] = [0, 0];
  const counted: typeof player = {
    ...player,
    attempt: (snapshot, inputs) => {
      trials += 1;
      return player.attempt(snapshot, inputs);
    },
  };
  let score: number | null = null;
  const start = process.cpuUsage();
  for (const { turn, step } of playStory(counted, { seed: 'bench', turns: 100 }))
    [turns, score] = [turn, step.reading.score];
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  console.log(
    `${round}: score ${score} after ${turns} turns; ${(turns / seconds).toFixed(1)} turns and ${(trials / seconds).toFixed(0)} trials per second`,
  );
}
