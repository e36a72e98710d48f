/**
 * Times one library on one flood, in a process of its own, so that a hang or an overflow does not affect
 * others.
 */

import { cleanLine } from '../../packages/answer-reader/src/line';
import { ANSWERS } from './answers';
import { flood } from './floods';
import { loadLibraries } from './libraries';

const [library = '', name = ''] = process.argv.slice(2);
const MB = 1_000_000;
const PASSES = 7;
const [answer] = ANSWERS;
if (answer === undefined) throw new Error('no answers');
const { schema } = answer;

const parse = await find();
const one = flood(name, MB);
const two = flood(name, 2 * MB);
const times: [number[], number[]] = [[], []];
await parse(flood(name, MB / 10));
await parse(one);
for (let pass = 0; pass < PASSES; pass++) {
  times[0].push(await time(one));
  times[1].push(await time(two));
  // Send the first times early, so that a slow library still gets its row.
  process.stdout.write(`${JSON.stringify(times.map((each) => Math.min(...each)))}\n`);
}

async function find(): Promise<(text: string) => Promise<unknown>> {
  if (library === 'ours, cleanLine') return async (text) => cleanLine(text);
  const entry = (await loadLibraries()).libraries.find((each) => each.name === library);
  if (entry === undefined) throw new Error(`no library ${library}`);
  return (text) => entry.parse(text, schema);
}

async function time(text: string): Promise<number> {
  const start = performance.now();
  await parse(text);
  return performance.now() - start;
}
