import { type DecodedInstruction, type ExecutionResult, type IOAdapter, ZMachine } from 'zmachine';
import type { StoryText } from './text';

export type Instruction = DecodedInstruction;
/** The next address, the end, an error, or a pause for input. */
export type ExecutionOutcome = ExecutionResult;
type Opcode = (instruction: Instruction) => ExecutionOutcome | Promise<ExecutionOutcome>;

export type Frames = ReturnType<ZMachine['stack']['snapshot']>['frames'];

/** Unused: every opcode that needs it is replaced. */
const SILENT: IOAdapter = {
  initialize: () => {},
  print: () => {},
  printLine: () => {},
  newLine: () => {},
  readLine: () => Promise.reject(new Error('no keyboard')),
  readChar: () => Promise.reject(new Error('no keyboard')),
  quit: () => {},
  restart: () => {},
};

/**
 * Reads the top of the stack. Reading an empty stack is forbidden (Standard 6.3.1), but Seastalker does it to return
 * its argument, and works in interpreters that store locals and stack together: there the last local lies below.
 * Returns 0 without locals.
 */
function takeTop({ currentFrame: frame }: ZMachine['stack'], take: 'pop' | 'peek'): number {
  if (frame.stackDepth > 0) return frame[take]();
  return frame.localCount > 0 ? frame.getLocal(frame.localCount - 1) : 0;
}

/** The parts of the library that we use. */
export interface Core {
  /** Live view of all memory. */
  memory: Uint8Array;
  stack: ZMachine['stack'];
  /** By name; setting a name replaces the library's opcode. */
  opcodes: Map<string, Opcode>;
  decode(address: number): Instruction;
  /** Operand values, each evaluated once and in order, because variable 0 pops the stack. */
  operands(instruction: Instruction): number[];
  store(instruction: Instruction, value: number): void;
  branch(instruction: Instruction, condition: boolean): ExecutionOutcome;
  leave(value: number): ExecutionOutcome;
  /** Writes a variable in place; variable 0 is the top of the stack. */
  poke(variable: number, value: number): void;
}

/**
 * Loads a story into the library and exposes the parts that we use: decoding, stack, variables, and opcodes that only
 * compute or jump. Throws if its header is invalid. The library has no public opcode table, so only this function
 * accesses its internals.
 */
export function loadCore(story: Uint8Array, text: StoryText): Core {
  const machine = ZMachine.load(story, SILENT);
  const { executor, variables, stack } = machine;
  stack.pop = () => takeTop(stack, 'pop');
  stack.peek = () => takeTop(stack, 'peek');
  const memory = new Uint8Array(machine.memory.getBuffer());
  machine.decoder.setTextDecoder((address) => {
    const { text: decodedText, end } = text.decode(memory, address);
    return { text: decodedText, bytesConsumed: end - address };
  });
  const { handlers } = executor as unknown as { handlers: Map<string, Opcode> };
  return {
    memory,
    stack,
    opcodes: handlers,
    decode: (address) => machine.decoder.decode(address),
    operands: ({ operands }) => {
      // A loop makes stories a sixth faster than `map`.
      const values: number[] = [];
      for (const operand of operands) values.push(executor.getOperandValue(operand));
      return values;
    },
    store: (instruction, value) => executor.storeResult(instruction, value),
    branch: (instruction, condition) => executor.branch(instruction, condition),
    leave: (value) => executor.doReturn(value),
    poke: (variable, value) => {
      if (variable === 0) stack.pop();
      variables.write(variable, value);
    },
  };
}
