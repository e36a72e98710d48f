import type { Dictionary } from './dictionary';
import type { FastRun } from './fast-opcodes';
import type { Core, ExecutionOutcome, Frames, Instruction } from './library';
import { byteAt, HEADER, putByte, putWord, wordAt } from './memory';
import type { Objects } from './objects';
import type { Chance, Dice } from './random';
import { blankScreen, COLUMNS, copyScreen, LINES, openScreen, type Screen } from './screen';
import { packState, packWorld, unpackState, unpackWorld, type World } from './state';
import type { StoryText } from './text';
import { type Awaits, MAX_UNDO, type Story, type StorySnapshot, type StoryStep } from './types';

/** A story that is loaded: its memory, what stands around it, and what came of the input it works on. */
export interface Machine {
  readonly story: Story;
  readonly core: Core;
  readonly memory: Uint8Array;
  /** Where static memory begins: nothing is written from there on. */
  readonly limit: number;
  readonly text: StoryText;
  readonly objects: Objects;
  readonly dictionary: Dictionary;
  /** Makes the story's random numbers. */
  readonly chance: Chance;
  screen: Screen;
  dice: Dice;
  pc: number;
  /** The input that waits to be read. */
  input: string | null;
  awaits: Awaits;
  stopped: StoryStep['stopped'];
  notes: StoryStep['notes'];
  undo: string[];
  saved: string | null;
  /** Instructions that are left of the budget. */
  left: number;
  /** Instructions until others get their turn. */
  untilPause: number;
  /** Makes a function of an instruction that is run often; null: its opcode does it. */
  compile: (instruction: Instruction) => FastRun | null;
  /**
   * Instructions above static memory by their address, decoded once, and how much there is of them. It has a place for every
   * address: an array that grows by leaps is a hash table to V8, and takes a third longer in all of a story.
   */
  decoded: (Prepared | undefined)[];
  decodedWeight: number;
}

/** An instruction with the opcode that does it. */
export interface Prepared {
  instruction: Instruction;
  run: (instruction: Instruction) => ExecutionOutcome;
  /** Does the same without an outcome; null for most opcodes. */
  fast: FastRun | null;
}

/** Most that is told of what happened in one input: a story can keep itself without an end. */
const MAX_NOTES = 20;

/** Tells the host what the machine did. */
export function note(machine: Machine, what: StoryStep['notes'][number]): void {
  if (machine.notes.length < MAX_NOTES) machine.notes.push(what);
}

/** Counts work against the budget. */
export function spend(machine: Machine, work: number): void {
  machine.left -= Math.floor(work);
}

/** Puts a machine where a story begins for the first time. */
export function beginStory(machine: Machine, seed: string): void {
  machine.screen = openScreen(blankScreen());
  machine.dice = machine.chance.seed(seed);
  machine.stopped = null;
  machine.undo = [];
  machine.saved = null;
  machine.input = null;
  rewind(machine);
}

/** Puts a machine where the story begins, and leaves what is around it as it is. */
function rewind(machine: Machine): void {
  const { memory, story, limit, core } = machine;
  memory.set(story.bytes.subarray(0, limit));
  writeHeader(machine);
  core.stack.initialize(0);
  machine.pc = wordAt(story.bytes, HEADER.pc);
}

/** Machine that the interpreter claims to be: for an IBM PC, stories draw with the characters of its code page. */
const AMIGA = 4;

/** Tells the story what this interpreter offers (Standard 11): text in two windows, its styles and colours, undo. */
function writeHeader({ memory, limit, story: { version } }: Machine): void {
  const flags1 = byteAt(memory, HEADER.flags1);
  if (version === 3) putByte(memory, limit, HEADER.flags1, (flags1 & ~0x50) | 0x20);
  else {
    putByte(memory, limit, HEADER.flags1, (flags1 & ~0xbf) | 0x1c | (version >= 5 ? 1 : 0));
    putByte(memory, limit, HEADER.interpreter, AMIGA);
    putByte(memory, limit, HEADER.interpreter + 1, 'P'.charCodeAt(0));
    putByte(memory, limit, HEADER.screen, LINES);
    putByte(memory, limit, HEADER.screen + 1, COLUMNS);
  }
  if (version >= 5) {
    putWord(memory, limit, HEADER.screenUnits, COLUMNS);
    putWord(memory, limit, HEADER.screenUnits + 2, LINES);
    putWord(memory, limit, HEADER.font, 0x0101);
    putWord(memory, limit, HEADER.colours, 0x0209);
  }
  // No mouse, sounds or menus. Pictures are the characters of the graphics font.
  putWord(memory, limit, HEADER.flags2, wordAt(memory, HEADER.flags2) & ~0x01a0);
  putWord(memory, limit, HEADER.standard, 0x0101);
}

/** Returns the state that the story would save now. */
export const keepWorld = ({ memory, limit, core, story }: Machine, pc: number): string =>
  packWorld({ memory: memory.subarray(0, limit), frames: core.stack.snapshot().frames, pc }, story.bytes);

/** Takes back what the story kept. */
export const takeBackWorld = (machine: Machine, kept: string): void =>
  keepFlags(machine, () => {
    setWorld(machine, unpackWorld(kept, machine.story.bytes, machine.limit));
    writeHeader(machine);
  });

/** Begins the story again in the middle of a run. */
export const restart = (machine: Machine): void => keepFlags(machine, () => rewind(machine));

/** Keeps the transcript and font flags across a restore (Standard 6.1.2). */
function keepFlags({ memory, limit }: Machine, change: () => void): void {
  const flags = wordAt(memory, HEADER.flags2) & 3;
  change();
  putWord(memory, limit, HEADER.flags2, (wordAt(memory, HEADER.flags2) & ~3) | flags);
}

function setWorld(machine: Machine, { memory, frames, pc }: World): void {
  machine.memory.set(memory);
  setFrames(machine.core, frames);
  machine.pc = pc;
}

const setFrames = (core: Core, frames: Frames): void => core.stack.restore({ frames });

/** Puts a machine at a snapshot. Throws when it is none of this story. */
export function restoreSnapshot(machine: Machine, snapshot: StorySnapshot): void {
  const { story, limit } = machine;
  if (snapshot.story !== story.hash) throw new Error('the snapshot is of another story');
  const { world, around } = unpackState(snapshot.state, story.bytes, limit);
  setWorld(machine, world);
  machine.dice = around.dice;
  machine.screen = openScreen(around.screen);
  machine.stopped = around.stopped;
  machine.undo = snapshot.undo.slice(-MAX_UNDO);
  machine.saved = snapshot.saved;
}

export function takeSnapshot(machine: Machine): StorySnapshot {
  const { story, memory, limit, core, pc, dice, screen, stopped, undo, saved } = machine;
  const world = { memory: memory.subarray(0, limit), frames: core.stack.snapshot().frames, pc };
  const state = packState(world, { dice, screen: copyScreen(screen.state), stopped }, story.bytes);
  return { story: story.hash, state, undo: [...undo], saved };
}
