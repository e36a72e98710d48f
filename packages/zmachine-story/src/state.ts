import type { Frames } from './library';
import type { Dice } from './random';
import type { ScreenState } from './screen';
import { fromBase64, toBase64 } from './support';
import type { StoryStep } from './types';

/** State that the story itself can save and restore. */
export interface World {
  memory: Uint8Array;
  frames: Frames;
  pc: number;
}

/** Interpreter state between two inputs. Plain JSON with a fixed key order. */
interface Surroundings {
  dice: Dice;
  screen: ScreenState;
  stopped: StoryStep['stopped'];
}

/**
 * Encodes a world as base64: varints of 7 bits per byte, then memory as a run-length encoded difference from the story
 * file.
 */
export function packWorld(world: World, story: Uint8Array): string {
  return toBase64(Uint8Array.from(writeWorld(world, story)));
}

/** Throws on invalid input. */
export function unpackWorld(text: string, story: Uint8Array, limit: number): World {
  return readWorld(openBytes(text), story, limit);
}

/** Encodes a world and its surroundings as base64. Equal states give equal texts. */
export function packState(world: World, around: Surroundings, story: Uint8Array): string {
  const head = new TextEncoder().encode(JSON.stringify(around));
  const out: number[] = [];
  writeNumber(out, head.length);
  return toBase64(Uint8Array.from([...out, ...head, ...writeWorld(world, story)]));
}

/** Throws on invalid input. */
export function unpackState(
  text: string,
  story: Uint8Array,
  limit: number,
): { world: World; around: Surroundings } {
  const input = openBytes(text);
  const length = readNumber(input);
  const head = input.bytes.subarray(input.at, input.at + length);
  input.at += length;
  const around: Surroundings = JSON.parse(new TextDecoder().decode(head));
  return { world: readWorld(input, story, limit), around };
}

interface Input {
  bytes: Uint8Array;
  at: number;
}

function openBytes(text: string): Input {
  const bytes = fromBase64(text);
  if (!bytes) throw new Error('not base64');
  return { bytes, at: 0 };
}

function writeWorld({ memory, frames, pc }: World, story: Uint8Array): number[] {
  const out: number[] = [];
  writeNumber(out, pc);
  writeNumber(out, frames.length);
  for (const frame of frames) {
    writeNumber(out, frame.returnPC);
    writeNumber(out, frame.storeVariable === undefined ? 0 : frame.storeVariable + 1);
    writeNumber(out, frame.argumentCount);
    writeNumbers(out, frame.locals);
    writeNumbers(out, frame.evalStack);
  }
  let equal = 0;
  for (let at = 0; at < memory.length; at++) {
    const difference = (memory[at] ?? 0) ^ (story[at] ?? 0);
    if (difference === 0) {
      equal++;
      continue;
    }
    if (equal > 0) {
      out.push(0);
      writeNumber(out, equal);
      equal = 0;
    }
    out.push(difference);
  }
  return out;
}

function readWorld(input: Input, story: Uint8Array, limit: number): World {
  const pc = readNumber(input);
  const frames = Array.from({ length: readCount(input) }, () => ({
    returnPC: readNumber(input),
    storeVariable: readStore(input),
    argumentCount: readNumber(input),
    locals: readNumbers(input),
    evalStack: readNumbers(input),
  }));
  const memory = story.slice(0, limit);
  let at = 0;
  while (input.at < input.bytes.length) {
    const difference = input.bytes[input.at++] ?? 0;
    if (difference === 0) at += readNumber(input);
    else if (at < limit) memory[at] = (memory[at++] ?? 0) ^ difference;
    else throw new Error('memory longer than the story has');
  }
  return { memory, frames, pc };
}

const readStore = (input: Input): number | undefined => {
  const variable = readNumber(input);
  return variable === 0 ? undefined : variable - 1;
};

function writeNumber(out: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) out.push((rest & 127) | 128);
  out.push(rest);
}

function readNumber(input: Input): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = input.bytes[input.at++];
    if (byte === undefined) break;
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new Error('cut off');
}

function writeNumbers(out: number[], values: readonly number[]): void {
  writeNumber(out, values.length);
  for (const value of values) writeNumber(out, value);
}

/** Rejects counts that exceed the input: every item has at least one byte. */
function readCount(input: Input): number {
  const count = readNumber(input);
  if (count > input.bytes.length) throw new Error('cut off');
  return count;
}

const readNumbers = (input: Input): number[] =>
  Array.from({ length: readCount(input) }, () => readNumber(input));
