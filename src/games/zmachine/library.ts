import { type DecodedInstruction, type ExecutionResult, type IOAdapter, ZMachine } from 'zmachine';
import type { StoryText } from './text';

export type Instruction = DecodedInstruction;
/** Result of an opcode: the next address, the end, an error, or a stop for input. */
export type Outcome = ExecutionResult;
type Opcode = (instruction: Instruction) => Outcome | Promise<Outcome>;

export type Frames = ReturnType<ZMachine['stack']['snapshot']>['frames'];

/** Used parts of the library: decoding, the stack, variables, and the opcodes that only compute or jump. */
export interface Core {
  /** All of the story's memory, live. */
  memory: Uint8Array;
  stack: ZMachine['stack'];
  /** Opcodes by name; names that are set anew replace the library's. */
  opcodes: Map<string, Opcode>;
  decode: (address: number) => Instruction;
  /** Values of the operands, each evaluated once and in order: a variable 0 takes its value from the stack. */
  operands: (instruction: Instruction) => number[];
  /** Keeps a result where the instruction says, if it says so. */
  store: (instruction: Instruction, value: number) => void;
  branch: (instruction: Instruction, condition: boolean) => Outcome;
  /** Returns from the routine that runs. */
  leave: (value: number) => Outcome;
  /** A variable by its number, read or written in place (variable 0 is the top of the stack). */
  peek: (variable: number) => number;
  poke: (variable: number, value: number) => void;
}

/** The library asks nothing of it: every opcode that would is replaced. */
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
 * Loads a story into the library. Throws when its header points nowhere.
 * The library keeps its table of opcodes and does not hand it out, so this is the one place that reaches into it.
 */
export function loadCore(story: Uint8Array, text: StoryText): Core {
  const machine = ZMachine.load(story, SILENT);
  const { executor, variables, stack } = machine;
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
    operands: ({ operands }) => operands.map((operand) => executor.getOperandValue(operand)),
    store: (instruction, value) => executor.storeResult(instruction, value),
    branch: (instruction, condition) => executor.branch(instruction, condition),
    leave: (value) => executor.doReturn(value),
    peek: (variable) => variables.peek(variable),
    poke: (variable, value) => {
      if (variable === 0) stack.pop();
      variables.write(variable, value);
    },
  };
}
