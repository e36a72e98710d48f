import { listChunks, readLong, readTag, writeForm } from './iff';
import type { Frames } from './library';
import { byteAt, HEADER, wordAt } from './memory';
import type { World } from './state';
import { invalid, ok, type StoryResult } from './support';
import type { Story } from './types';

/**
 * Writes a saved state as a Quetzal file (Quetzal standard 1.4) for other interpreters. Memory is compressed: XOR with
 * the story file, run-length encoded.
 * @param world `pc` is the address of the `save` instruction
 */
export function writeQuetzal({ memory, frames, pc }: World, story: Story): Uint8Array<ArrayBuffer> {
  const behind = pc + saveLength(story.version);
  const head = [...story.bytes.subarray(HEADER.release, HEADER.release + 2)];
  head.push(...story.bytes.subarray(HEADER.serial, HEADER.serial + 6));
  head.push(...story.bytes.subarray(HEADER.checksum, HEADER.checksum + 2));
  head.push(...long(behind).slice(1));
  return writeForm('IFZS', [
    ['IFhd', Uint8Array.from(head)],
    ['CMem', Uint8Array.from(compress(memory, story.bytes))],
    ['Stks', Uint8Array.from(frames.flatMap(writeFrame))],
  ]);
}

/**
 * Reads a Quetzal file of this story.
 * @returns a world whose `pc` is the address of the `save` instruction; `invalid` for other files, damaged files and
 * other stories
 */
export function readQuetzal(file: Uint8Array, story: Story): StoryResult<World> {
  if (file.length < 12 || readTag(file, 0) !== 'FORM' || readTag(file, 8) !== 'IFZS')
    return invalid('This is no saved game: a Quetzal file begins with FORM and IFZS.');
  const chunks = listChunks(file);
  if (!chunks) return invalid('This saved game is cut off.');
  const find = (tag: string): Uint8Array | undefined => chunks.find(([name]) => name === tag)?.[1];
  const [head, stacks] = [find('IFhd'), find('Stks')];
  if (!head || head.length < 13 || !stacks)
    return invalid('This saved game is damaged: a part of it is missing.');
  const own = story.bytes;
  const isOwn =
    wordAt(head, 0) === wordAt(own, HEADER.release) &&
    head.subarray(2, 8).every((byte, i) => byte === own[HEADER.serial + i]) &&
    wordAt(head, 8) === wordAt(own, HEADER.checksum);
  if (!isOwn) {
    const serial = String.fromCharCode(...head.subarray(2, 8)).replace(/[^ -~]/g, '?');
    return invalid(
      `This game was saved in another story, release ${wordAt(head, 0)}, serial ${serial}; this one is release ${story.release}, serial ${story.serial}.`,
    );
  }
  const limit = wordAt(own, HEADER.staticMemory);
  const [compressed, plain] = [find('CMem'), find('UMem')];
  const memory = compressed
    ? expand(compressed, own, limit)
    : plain?.length === limit
      ? plain.slice()
      : undefined;
  if (!memory) return invalid('This saved game is damaged: its memory is not as long as the story has.');
  const frames = readFrames(stacks);
  if (!frames) return invalid('This saved game is damaged: its stack is cut off.');
  const behind = (byteAt(head, 10) << 16) | wordAt(head, 11);
  const pc = behind - saveLength(story.version);
  if (!isSave(own, pc, story.version))
    return invalid('This game was not saved by the command of the story, so it does not say where to go on.');
  return ok({ memory, frames, pc });
}

/** Bytes of a `save` instruction before its branch or result, the address stored in a saved game. */
const saveLength = (version: number): number => (version < 5 ? 1 : 3);

/** True for a `save` without operands: 0OP:181, from version 5 on EXT:0. */
function isSave(story: Uint8Array, at: number, version: number): boolean {
  if (version < 5) return story[at] === 0xb5;
  return story[at] === 0xbe && story[at + 1] === 0x00 && story[at + 2] === 0xff;
}

const long = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];

function compress(memory: Uint8Array, story: Uint8Array): number[] {
  const out: number[] = [];
  let equal = 0;
  for (let at = 0; at < memory.length; at++) {
    const difference = (memory[at] ?? 0) ^ (story[at] ?? 0);
    if (difference === 0) {
      equal++;
      continue;
    }
    for (; equal > 0; equal -= 256) out.push(0, Math.min(equal, 256) - 1);
    equal = 0;
    out.push(difference);
  }
  // Omit equal bytes at the end.
  return out;
}

function expand(compressed: Uint8Array, story: Uint8Array, limit: number): Uint8Array | undefined {
  const memory = story.slice(0, limit);
  let at = 0;
  for (let i = 0; i < compressed.length; i++) {
    const difference = compressed[i] ?? 0;
    if (difference !== 0) memory[at] = (memory[at++] ?? 0) ^ difference;
    else {
      const more = compressed[++i];
      if (more === undefined) return undefined;
      at += more + 1;
    }
    if (at > limit) return undefined;
  }
  return memory;
}

/** The frame discards its result. */
const NO_RESULT = 0x10;

function writeFrame({ returnPC, storeVariable, argumentCount, locals, evalStack }: Frames[number]): number[] {
  return [
    ...long(returnPC).slice(1),
    // The outermost frame has no result either, but is all zeros (section 4.11).
    locals.length | (storeVariable === undefined && returnPC !== 0 ? NO_RESULT : 0),
    storeVariable ?? 0,
    (1 << argumentCount) - 1,
    ...word(evalStack.length),
    ...locals.flatMap(word),
    ...evalStack.flatMap(word),
  ];
}

function readFrames(stacks: Uint8Array): Frames | undefined {
  const frames: Frames = [];
  for (let at = 0; at < stacks.length; ) {
    if (at + 8 > stacks.length) return undefined;
    const flags = byteAt(stacks, at + 3);
    const [localCount, valueCount] = [flags & 15, wordAt(stacks, at + 6)];
    const first = at + 8;
    const end = first + 2 * (localCount + valueCount);
    if (end > stacks.length) return undefined;
    const returnPC = readLong(stacks, at) >>> 8;
    const words = Array.from({ length: localCount + valueCount }, (_, i) => wordAt(stacks, first + 2 * i));
    const isLowest = frames.length === 0;
    frames.push({
      returnPC,
      storeVariable: isLowest || flags & NO_RESULT ? undefined : byteAt(stacks, at + 4),
      argumentCount: 32 - Math.clz32(byteAt(stacks, at + 5)),
      locals: words.slice(0, localCount),
      evalStack: words.slice(localCount),
    });
    at = end;
  }
  return frames.length > 0 ? frames : undefined;
}
