import { type Dictionary, readDictionary } from './dictionary';
import { type Core, type Frames, type Instruction, loadCore, type Outcome } from './library';
import { byteAt, HEADER, putByte, putWord, wordAt } from './memory';
import { type Objects, openObjects } from './objects';
import { addInputOpcodes } from './opcodes/input';
import { addMemoryOpcodes } from './opcodes/memory';
import { addObjectOpcodes } from './opcodes/objects';
import { addPrintOpcodes } from './opcodes/print';
import { addSavingOpcodes } from './opcodes/saving';
import { addScreenOpcodes } from './opcodes/screen';
import { type Dice, seedDice } from './random';
import { blankScreen, COLUMNS, LINES, openScreen, type Screen, TooMuchText } from './screen';
import { packState, packWorld, unpackState, unpackWorld, type World } from './state';
import { readText, type StoryText } from './text';
import { type Awaits, MAX_UNDO, type Story, type StorySnapshot, type StoryStep } from './types';

/**
 * Instructions a story may take between two inputs; long work of a single one, such as copying a table, counts as more.
 * Large stories take 10,000 to 300,000 a turn.
 */
export const BUDGET = 5_000_000;

/** Most routines that may wait for one another, and most values on the stack in all; interpreters offer 1,024 values. */
const MAX_FRAMES = 1024;
const MAX_VALUES = 16_384;
/**
 * Most that is kept of decoded instructions, in characters of their texts and as many for each instruction as it is worth.
 * A large story has 60,000 instructions; one that jumps into the middle of its own could have any number.
 */
const MAX_DECODED = 8_000_000;
const ENTRY_WEIGHT = 80;
/** An instruction in dynamic memory is decoded every time, which counts as so many. */
const DECODING = 8;
/** How often the stack is looked at, in instructions. */
const LOOK_EVERY = 512;

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
  /** Instructions above static memory by their address, decoded once, and how much there is of them. */
  decoded: (Prepared | undefined)[];
  decodedWeight: number;
}

/** An instruction with the opcode that does it. */
interface Prepared {
  instruction: Instruction;
  run: (instruction: Instruction) => Outcome;
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

/** Loads a story. Throws when its tables lie outside of memory. */
export function loadMachine(story: Story): Machine {
  const { version, bytes } = story;
  const text = readText(bytes, version);
  const core = loadCore(bytes, text);
  const limit = wordAt(bytes, HEADER.staticMemory);
  const machine: Machine = {
    story,
    core,
    memory: core.memory,
    limit,
    text,
    objects: openObjects(core.memory, version, limit, text),
    dictionary: readDictionary(bytes, wordAt(bytes, HEADER.dictionary)),
    screen: openScreen(blankScreen()),
    dice: seedDice(''),
    pc: 0,
    input: null,
    awaits: 'nothing',
    stopped: null,
    notes: [],
    undo: [],
    saved: null,
    left: 0,
    decoded: [],
    decodedWeight: 0,
  };
  for (const add of [
    addMemoryOpcodes,
    addObjectOpcodes,
    addPrintOpcodes,
    addScreenOpcodes,
    addInputOpcodes,
    addSavingOpcodes,
  ])
    add(machine);
  return machine;
}

/** Puts a machine where a story begins for the first time. */
export function beginStory(machine: Machine, seed: string): void {
  machine.screen = openScreen(blankScreen());
  machine.dice = seedDice(seed);
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

/** Tells the story what this interpreter offers (Standard 11): text in two windows, undo, and nothing else. */
function writeHeader({ memory, limit, story: { version } }: Machine): void {
  const flags1 = byteAt(memory, HEADER.flags1);
  if (version === 3) putByte(memory, limit, HEADER.flags1, (flags1 & ~0x50) | 0x20);
  else {
    putByte(memory, limit, HEADER.flags1, (flags1 & ~0xaf) | 0x10);
    putByte(memory, limit, HEADER.interpreter, 6);
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
  // No pictures, mouse, colours, sounds or menus.
  putWord(memory, limit, HEADER.flags2, wordAt(memory, HEADER.flags2) & ~0x01e8);
  putWord(memory, limit, HEADER.standard, 0x0101);
}

/** What the story would keep now. */
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

/** Whether a story prints to a transcript, and in which font, stays as it is whatever it goes back to (Standard 6.1.2). */
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
  const state = packState(world, { dice, screen: screen.state, stopped }, story.bytes);
  return { story: story.hash, state, undo: [...undo], saved };
}

/**
 * Runs until the story waits for an input that is not there, or ends. Returns the instructions it took. Never throws:
 * what goes wrong in the story stops it.
 */
export function runMachine(machine: Machine, budget: number = BUDGET): number {
  machine.left = budget;
  machine.awaits = 'nothing';
  machine.notes = [];
  if (machine.stopped) return 0;
  try {
    runToInput(machine);
  } catch (error) {
    const message = describeError(error);
    const kind = error instanceof TooMuchText ? 'runaway' : 'error';
    machine.stopped = { kind, message: `The story stopped at 0x${machine.pc.toString(16)}: ${message}.` };
  }
  if (machine.stopped) machine.awaits = 'nothing';
  machine.input = null;
  return Math.min(budget - machine.left, budget);
}

/** The library takes for granted that an instruction has all of its operands. */
const describeError = (error: unknown): string => {
  if (error instanceof TypeError) return 'an instruction without its operands';
  return error instanceof Error ? error.message : String(error);
};

function runToInput(machine: Machine): void {
  let untilLook = LOOK_EVERY;
  while (machine.left > 0) {
    if (--untilLook === 0) {
      untilLook = LOOK_EVERY;
      checkStack(machine.core);
    }
    machine.left--;
    const { instruction, run } = machine.decoded[machine.pc] ?? prepare(machine, machine.pc);
    const outcome = run(instruction);
    if (outcome.waitingForInput) {
      machine.awaits = instruction.opcodeName === 'read_char' ? 'key' : 'line';
      return;
    }
    if (outcome.error) throw new Error(`${outcome.error} (${instruction.opcodeName})`);
    if (outcome.halted) {
      machine.stopped = { kind: 'quit', message: 'The story has ended.' };
      return;
    }
    if (outcome.nextPC === undefined) throw new Error(`${instruction.opcodeName} leads nowhere`);
    machine.pc = outcome.nextPC;
  }
  machine.stopped = {
    kind: 'runaway',
    message: 'The story took too many instructions without asking for input.',
  };
}

/** Decodes an instruction, and keeps it when nothing can change it. */
function prepare(machine: Machine, pc: number): Prepared {
  const instruction = machine.core.decode(pc);
  const opcode = machine.core.opcodes.get(instruction.opcodeName);
  if (!opcode) throw new Error('an instruction that does not exist');
  // The opcodes that would be waited for are all replaced.
  const prepared = { instruction, run: opcode as Prepared['run'] };
  if (pc < machine.limit) {
    spend(machine, DECODING);
    return prepared;
  }
  machine.decodedWeight += ENTRY_WEIGHT + (instruction.text?.length ?? 0);
  if (machine.decodedWeight > MAX_DECODED) {
    machine.decoded = [];
    machine.decodedWeight = 0;
  }
  machine.decoded[pc] = prepared;
  return prepared;
}

function checkStack(core: Core): void {
  if (core.stack.depth > MAX_FRAMES) throw new Error('routines call one another without an end');
  const { frames } = core.stack.snapshot();
  const values = frames.reduce((sum, { evalStack }) => sum + evalStack.length, 0);
  if (values > MAX_VALUES) throw new Error('the stack is full');
}
