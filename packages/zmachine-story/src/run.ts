import { readDictionary } from './dictionary';
import { openFastOpcodes } from './fast-opcodes';
import { type Core, loadCore } from './library';
import { type Machine, type Prepared, spend } from './machine';
import { HEADER, wordAt } from './memory';
import { openObjects } from './objects';
import { addOpcodes } from './opcodes';
import { type Chance, SEEDED_CHANCE } from './random';
import { blankScreen, MAX_TEXT, openScreen } from './screen';
import { readText } from './text';
import type { Story } from './types';
import { finish, type Work } from './work';

/**
 * Instructions a story may take between two inputs; long work of a single one, such as copying a table, counts as more.
 * Most large stories take 10,000 to 300,000 a turn, but a story that plans or searches may take over 100 million.
 */
export const BUDGET = 500_000_000;
/** Instructions between two pauses: about 20 ms. Counted, because the clock of a Worker stands still while it computes. */
const SLICE = 500_000;
/** Reading the world after an input, and packing its snapshot, counts as so many instructions of a slice. */
const WORK_A_STEP = 10_000;

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
/** Instructions between two checks of the stack, and of what was printed. */
const LOOK_EVERY = 4096;

/**
 * Loads a story. Throws when its tables lie outside of memory.
 *
 * @param chance another generator of random numbers, for comparing with the interpreter that it is of
 */
export function loadMachine(story: Story, chance: Chance = SEEDED_CHANCE): Machine {
  const { version, bytes } = story;
  const text = readText(bytes, version);
  const core = loadCore(bytes, text);
  const limit = wordAt(bytes, HEADER.staticMemory);
  const objects = openObjects(core.memory, version, limit, text);
  const machine: Machine = {
    story,
    core,
    memory: core.memory,
    limit,
    text,
    objects,
    dictionary: readDictionary(bytes, wordAt(bytes, HEADER.dictionary)),
    chance,
    screen: openScreen(blankScreen()),
    dice: chance.seed(''),
    pc: 0,
    input: null,
    awaits: 'nothing',
    stopped: null,
    notes: [],
    undo: [],
    saved: null,
    left: 0,
    untilPause: SLICE,
    compile: openFastOpcodes({ core, memory: core.memory, limit, objects, version }),
    decoded: new Array(bytes.length),
    decodedWeight: 0,
  };
  addOpcodes(machine);
  return machine;
}

/**
 * Runs until the story waits for an input that is not there, or ends. Returns the instructions it took. Never throws:
 * what goes wrong in the story stops it. A story that takes too many instructions is stopped as well, and can go on.
 */
export function* runInSlices(machine: Machine, budget: number = BUDGET): Work<number> {
  machine.left = budget;
  machine.awaits = 'nothing';
  machine.notes = [];
  if (machine.stopped) return 0;
  machine.untilPause -= WORK_A_STEP;
  for (;;) {
    const before = machine.left;
    if (runSome(machine)) break;
    machine.untilPause -= before - machine.left;
    if (machine.untilPause > 0) continue;
    machine.untilPause = SLICE;
    yield;
  }
  if (machine.stopped) machine.awaits = 'nothing';
  machine.input = null;
  return Math.min(budget - machine.left, budget);
}

/** {@link runInSlices} without pauses. */
export const runMachine = (machine: Machine, budget: number = BUDGET): number =>
  finish(runInSlices(machine, budget));

/** The library takes for granted that an instruction has all of its operands. */
const describeError = (error: unknown): string => {
  if (error instanceof TypeError) return 'an instruction without its operands';
  return error instanceof Error ? error.message : String(error);
};

/** Runs up to {@link LOOK_EVERY} instructions. Returns true when the story waits or was stopped. */
function runSome(machine: Machine): boolean {
  try {
    return runInstructions(machine) || isRunaway(machine);
  } catch (error) {
    const message = `The story stopped at 0x${machine.pc.toString(16)}: ${describeError(error)}.`;
    machine.stopped = { kind: 'error', message };
    return true;
  }
}

/** The address and what is left of the budget are kept in variables of its own while no opcode needs them. */
function runInstructions(machine: Machine): boolean {
  let { pc } = machine;
  let most = Math.min(LOOK_EVERY, machine.left);
  let ran = 0;
  try {
    while (ran < most) {
      const entry = machine.decoded[pc] ?? prepare(machine, pc);
      ran++;
      if (entry.fast !== null) {
        pc = entry.fast();
        continue;
      }
      machine.pc = pc;
      machine.left -= ran;
      most -= ran;
      ran = 0;
      const { instruction, run } = entry;
      const outcome = run(instruction);
      if (outcome.waitingForInput) {
        machine.awaits = instruction.opcodeName === 'read_char' ? 'key' : 'line';
        return true;
      }
      if (outcome.error) throw new Error(`${outcome.error} (${instruction.opcodeName})`);
      if (outcome.halted) {
        machine.stopped = { kind: 'quit', message: 'The story has ended.' };
        return true;
      }
      if (outcome.nextPC === undefined) throw new Error(`${instruction.opcodeName} leads nowhere`);
      pc = outcome.nextPC;
      most = Math.min(most, machine.left);
    }
  } finally {
    machine.left -= ran;
    if (machine.awaits === 'nothing' && machine.stopped === null) machine.pc = pc;
  }
  checkStack(machine.core);
  return false;
}

/** Stops a story between two instructions that ran or printed too much without asking for input. */
function isRunaway(machine: Machine): boolean {
  const took = machine.screen.isFull
    ? `printed more than ${MAX_TEXT} characters`
    : 'took too many instructions';
  if (machine.left > 0 && !machine.screen.isFull) return false;
  machine.stopped = { kind: 'runaway', message: `The story ${took} without asking for input.` };
  return true;
}

/** Decodes an instruction, and keeps it when nothing can change it. */
function prepare(machine: Machine, pc: number): Prepared {
  const instruction = machine.core.decode(pc);
  const opcode = machine.core.opcodes.get(instruction.opcodeName);
  if (!opcode) throw new Error('an instruction that does not exist');
  // The opcodes that would be waited for are all replaced.
  const entry = { instruction, run: opcode as Prepared['run'], fast: machine.compile(instruction) };
  if (pc < machine.limit) {
    spend(machine, DECODING);
    return entry;
  }
  machine.decodedWeight += ENTRY_WEIGHT + (instruction.text?.length ?? 0);
  if (machine.decodedWeight > MAX_DECODED) {
    machine.decoded = new Array(machine.memory.length);
    machine.decodedWeight = 0;
  }
  machine.decoded[pc] = entry;
  return entry;
}

function checkStack(core: Core): void {
  if (core.stack.depth > MAX_FRAMES) throw new Error('routines call one another without an end');
  const { frames } = core.stack.snapshot();
  const values = frames.reduce((sum, { evalStack }) => sum + evalStack.length, 0);
  if (values > MAX_VALUES) throw new Error('the stack is full');
}
