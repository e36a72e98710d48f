import { startStory } from '../../packages/zmachine-story/src/machine';
import { loadMachine, runMachine } from '../../packages/zmachine-story/src/run';
import { openStory, storyFile } from './play-story';

/** Iterations of the inner loop: counts a global variable from 0 up to here. */
const INNER = 0x7fff;
/** Global variables that no test story uses. */
const [OUTER_COUNT, INNER_COUNT] = [0xff, 0xfe];

const word = (value: number): [number, number] => [(value >> 8) & 255, value & 255];
const jump = (from: number, to: number): number[] => [0x8c, ...word(to - from - 1)];

/** Z-code that runs for at least this many instructions. */
function burn(instructions: number): number[] {
  const rounds = Math.max(1, Math.ceil(instructions / INNER));
  if (rounds > 0x7fff) throw new Error('too many instructions for two counters');
  // `inc_chk` branches back to its own beginning, 7 bytes before its end.
  const count = [0xc5, 0x4f, INNER_COUNT, ...word(INNER - 1), ...backTo(7)];
  const outer = [0x0d, INNER_COUNT, 0, ...count];
  const again = [0xc5, 0x4f, OUTER_COUNT, ...word(rounds - 1), ...backTo(outer.length + 7)];
  return [0x0d, OUTER_COUNT, 0, ...outer, ...again];
}
/** The two bytes of a branch on false, this many bytes back from its end. */
const backTo = (bytes: number): [number, number] => {
  const [high, low] = word(2 - bytes);
  return [high & 0x3f, low];
};

/**
 * Makes a story slow: before it reads a line, it counts for this many instructions. Replaces the read
 * instruction with a jump to the end of the file, to the loop, the original instruction and a jump back.
 */
export async function slowDown(name: string, instructions: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = storyFile(name);
  const machine = loadMachine(await openStory(file));
  startStory(machine, 'seed');
  runMachine(machine);
  const { pc, awaits } = machine;
  if (awaits !== 'line') throw new Error(`${name} does not begin with a line`);
  const { length } = machine.core.decode(pc);
  const read = file.slice(pc, pc + length);
  const code = burn(instructions);
  const end = file.length + code.length + length;
  const added = [...code, ...read, ...jump(end, pc + length)];
  const slow = new Uint8Array(Math.ceil((file.length + added.length) / 8) * 8);
  slow.set(file);
  slow.set(jump(pc, file.length), pc);
  slow.set(added, file.length);
  return slow;
}
