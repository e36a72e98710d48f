import { readDictionary } from './dictionary';
import { type Core, loadCore } from './library';
import { type Machine, type Prepared, spend } from './machine';
import { HEADER, wordAt } from './memory';
import { openObjects } from './objects';
import { addOpcodes } from './opcodes';
import { type Chance, SEEDED_CHANCE } from './random';
import { blankScreen, openScreen, TooMuchText } from './screen';
import { readText } from './text';
import type { Story } from './types';

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
/** Instructions between two checks of the stack. */
const LOOK_EVERY = 512;

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
  const machine: Machine = {
    story,
    core,
    memory: core.memory,
    limit,
    text,
    objects: openObjects(core.memory, version, limit, text),
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
    decoded: new Array(bytes.length),
    decodedWeight: 0,
  };
  addOpcodes(machine);
  return machine;
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
  const entry = { instruction, run: opcode as Prepared['run'] };
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
