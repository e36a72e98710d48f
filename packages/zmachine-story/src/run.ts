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
 * Instructions per input; instructions with long work, such as copying a table, count as more. Large stories usually
 * need 10,000 to 300,000 per turn, but planning or searching may need over 100 million.
 */
export const BUDGET = 500_000_000;
/** Instructions per slice, about 20 ms. We count because a Worker's clock stops while it computes. */
const SLICE = 500_000;
/** Cost in instructions of reading the world and packing a snapshot. */
const WORK_PER_STEP = 10_000;

/** Limits of nested routines and of all stack values; interpreters offer 1,024 values. */
const MAX_FRAMES = 1024;
const MAX_VALUES = 16_384;
/**
 * Limit of cached instructions, in characters of their texts plus an equivalent per instruction. A large story has
 * 60,000 instructions, but jumps into the middle of instructions can create any number.
 */
const MAX_DECODED = 8_000_000;
const ENTRY_WEIGHT = 80;
/** Cost of decoding: instructions in dynamic memory are not cached. */
const DECODING = 8;
/** Instructions between two checks of stack and output size. */
const CHECK_EVERY = 4096;

/**
 * Loads a story. Throws if its tables are outside of memory.
 * @param chance another random number generator, to compare with its interpreter
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
 * Runs until the story needs input or ends. Returns the number of instructions. Never throws: errors in the story stop
 * it. A story that exceeds the budget is stopped too, but can continue.
 */
export function* runInSlices(machine: Machine, budget: number = BUDGET): Work<number> {
  machine.left = budget;
  machine.awaits = 'nothing';
  machine.notes = [];
  if (machine.stopped) return 0;
  machine.untilPause -= WORK_PER_STEP;
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

export const runMachine = (machine: Machine, budget: number = BUDGET): number =>
  finish(runInSlices(machine, budget));

/** The library assumes that instructions have all their operands. */
const describeError = (error: unknown): string => {
  if (error instanceof TypeError) return 'an instruction without its operands';
  return error instanceof Error ? error.message : String(error);
};

/** Runs up to {@link CHECK_EVERY} instructions. Returns true if the story waits or stopped. */
function runSome(machine: Machine): boolean {
  try {
    return runInstructions(machine) || isRunaway(machine);
  } catch (error) {
    const message = `The story stopped at 0x${machine.pc.toString(16)}: ${describeError(error)}.`;
    machine.stopped = { kind: 'error', message };
    return true;
  }
}

/** Local variables hold the address and the remaining budget between opcodes, for speed. */
function runInstructions(machine: Machine): boolean {
  let { pc } = machine;
  let most = Math.min(CHECK_EVERY, machine.left);
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

/** Stops a story that ran or printed too much without asking for input. */
function isRunaway(machine: Machine): boolean {
  const took = machine.screen.isFull
    ? `printed more than ${MAX_TEXT} characters`
    : 'took too many instructions';
  if (machine.left > 0 && !machine.screen.isFull) return false;
  machine.stopped = { kind: 'runaway', message: `The story ${took} without asking for input.` };
  return true;
}

/** Decodes an instruction, cached unless it can change. */
function prepare(machine: Machine, pc: number): Prepared {
  const instruction = machine.core.decode(pc);
  const opcode = machine.core.opcodes.get(instruction.opcodeName);
  if (!opcode) throw new Error('an instruction that does not exist');
  // All asynchronous opcodes are replaced.
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
