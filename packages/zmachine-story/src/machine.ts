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

/** A loaded story: its memory, interpreter state, and the results of the current input. */
export interface Machine {
  readonly story: Story;
  readonly core: Core;
  readonly memory: Uint8Array;
  /** Start of static memory, which is read-only. */
  readonly limit: number;
  readonly text: StoryText;
  readonly objects: Objects;
  readonly dictionary: Dictionary;
  readonly chance: Chance;
  screen: Screen;
  dice: Dice;
  pc: number;
  /** Input not yet read. */
  input: string | null;
  awaits: Awaits;
  stopped: StoryStep['stopped'];
  notes: StoryStep['notes'];
  undo: string[];
  saved: string | null;
  /** Instructions left in the budget. */
  left: number;
  /** Instructions until the next pause. */
  untilPause: number;
  /** Compiles a frequent instruction; null: use its opcode. */
  compile: (instruction: Instruction) => FastRun | null;
  /**
   * Decoded instructions above static memory by address, and their number. Allocated for all addresses: V8 turns a
   * sparse array into a hash table, which makes stories a third slower.
   */
  decoded: (Prepared | undefined)[];
  decodedWeight: number;
}

export interface Prepared {
  instruction: Instruction;
  run: (instruction: Instruction) => ExecutionOutcome;
  /** Faster variant without an outcome; null for most opcodes. */
  fast: FastRun | null;
}

/** Notes per input: a story can save itself endlessly. */
const MAX_NOTES = 20;

export function note(machine: Machine, what: StoryStep['notes'][number]): void {
  if (machine.notes.length < MAX_NOTES) machine.notes.push(what);
}

export function spend(machine: Machine, work: number): void {
  machine.left -= Math.floor(work);
}

/** Starts a story for the first time. */
export function startStory(machine: Machine, seed: string): void {
  machine.screen = openScreen(blankScreen());
  machine.dice = machine.chance.seed(seed);
  machine.stopped = null;
  machine.undo = [];
  machine.saved = null;
  machine.input = null;
  rewind(machine);
}

function rewind(machine: Machine): void {
  const { memory, story, limit, core } = machine;
  memory.set(story.bytes.subarray(0, limit));
  writeHeader(machine);
  core.stack.initialize(0);
  machine.pc = wordAt(story.bytes, HEADER.pc);
}

/** Interpreter number: on an IBM PC, stories draw with its code page. */
const AMIGA = 4;

/** Announces the interpreter's features (Standard 11): two windows, styles and colors, undo. */
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
  // No mouse, sounds or menus. Pictures use the graphics font.
  putWord(memory, limit, HEADER.flags2, wordAt(memory, HEADER.flags2) & ~0x01a0);
  putWord(memory, limit, HEADER.standard, 0x0101);
}

export const saveWorld = ({ memory, limit, core, story }: Machine, pc: number): string =>
  packWorld({ memory: memory.subarray(0, limit), frames: core.stack.snapshot().frames, pc }, story.bytes);

export const undoWorld = (machine: Machine, kept: string): void =>
  preserveFlags(machine, () => {
    setWorld(machine, unpackWorld(kept, machine.story.bytes, machine.limit));
    writeHeader(machine);
  });

/** Restarts the story within a run. */
export const restart = (machine: Machine): void => preserveFlags(machine, () => rewind(machine));

/** Keeps the transcript and font flags across a restore (Standard 6.1.2). */
function preserveFlags({ memory, limit }: Machine, change: () => void): void {
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

/** Throws if the snapshot belongs to another story. */
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
