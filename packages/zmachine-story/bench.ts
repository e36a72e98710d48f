/** Measures inputs and instructions per second of processor time. Usage: tsx bench.ts [story file] */
import { readFileSync } from 'node:fs';
import { readStory } from './src/index';
import { createPlayer } from './src/play';

const path = process.argv[2] ?? new URL('../../stories/tide-mill.z3', import.meta.url);
const story = await readStory(new Uint8Array(readFileSync(path)));
if (!story.ok) throw new Error(JSON.stringify(story.failure));
const player = createPlayer(story.value);
const { snapshot } = player.start('bench');

for (const round of ['warm-up', 'measured']) {
  let instructions = 0;
  const start = process.cpuUsage();
  for (let i = 0; i < 200; i++)
    instructions += player.play(snapshot, i % 2 === 0 ? 'look' : 'inventory').instructions;
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  console.log(
    `${round}: ${(200 / seconds).toFixed(0)} inputs, ${(instructions / seconds / 1e6).toFixed(1)} million instructions`,
  );
}
