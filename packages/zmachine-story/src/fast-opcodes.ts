import type { Core, Instruction } from './library';
import { byteAt, HEADER, putByte, putWord, signed, UNIT, wordAt } from './memory';
import type { Objects } from './objects';

/** Executes an instruction and returns the next address. */
export type FastRun = () => number;

interface Parts {
  core: Core;
  memory: Uint8Array;
  limit: number;
  objects: Objects;
  version: number;
}

/**
 * Compiles the most frequent instructions to closures that don't check operand types on each execution: a large story
 * executes 100 million instructions per turn. Returns null for other instructions.
 */
export function openFastOpcodes({ core, memory, limit, objects, version }: Parts) {
  const { stack } = core;
  const globals = wordAt(memory, HEADER.globals) - 32;
  const unit = UNIT[version] ?? 8;

  type Read = () => number;
  const reader = ({ type, value }: Instruction['operands'][number]): Read => {
    if (type !== VARIABLE) return () => value;
    if (value === 0) return () => stack.pop();
    if (value < 16) return () => stack.currentFrame.getLocal(value - 1);
    const address = globals + 2 * value;
    return () => wordAt(memory, address);
  };
  const write = (variable: number, value: number): void => {
    if (variable === 0) stack.push(value);
    else if (variable < 16) stack.currentFrame.setLocal(variable - 1, value);
    else putWord(memory, limit, globals + 2 * variable, value);
  };
  /** Reads a variable in place: variable 0 stays on the stack. */
  const peek = (variable: number): number => {
    if (variable > 255) throw new Error(`no variable ${variable}`);
    if (variable === 0) return stack.peek();
    return variable < 16 ? stack.currentFrame.getLocal(variable - 1) : wordAt(memory, globals + 2 * variable);
  };
  const poke = (variable: number, value: number): void => {
    if (variable > 255) throw new Error(`no variable ${variable}`);
    if (variable === 0) stack.pop();
    write(variable, value);
  };
  const leave = (value: number): number => {
    const { storeVariable, returnPC } = stack.popFrame();
    if (storeVariable !== undefined) write(storeVariable, value);
    return returnPC;
  };
  const call = (
    packed: number,
    values: readonly number[],
    store: number | undefined,
    next: number,
  ): number => {
    if (packed === 0) {
      if (store !== undefined) write(store, 0);
      return next;
    }
    const routine = packed * unit;
    const count = byteAt(memory, routine);
    const frame = stack.pushFrame(next, store, count, values.length);
    let code = routine + 1;
    if (version <= 4) {
      for (let i = 0; i < count; i++) frame.setLocal(i, wordAt(memory, code + 2 * i));
      code += 2 * count;
    }
    for (let i = 0; i < count && i < values.length; i++) frame.setLocal(i, values[i] ?? 0);
    return code;
  };

  return (instruction: Instruction): FastRun | null => {
    const { opcodeName, operands, storeVariable: store, branch } = instruction;
    const next = instruction.address + instruction.length;
    const none: Read = () => 0;
    const [a = none, b = none, c = none] = operands.map(reader);
    const count = operands.length;

    const target = branch ? next + branch.offset - 2 : next;
    const jump: (condition: boolean) => number = !branch
      ? () => next
      : branch.offset > 1 || branch.offset < 0
        ? (condition) => (condition === branch.branchOnTrue ? target : next)
        : (condition) => (condition === branch.branchOnTrue ? leave(branch.offset) : next);
    /** An instruction with two operands and a result. */
    const compute = (result: (x: number, y: number) => number): FastRun | null => {
      if (count < 2 || store === undefined) return null;
      return () => {
        const x = a();
        write(store, result(x, b()) & 0xffff);
        return next;
      };
    };
    const compare = (condition: (x: number, y: number) => boolean): FastRun | null => {
      if (count < 2) return null;
      return () => {
        const x = a();
        return jump(condition(x, b()));
      };
    };
    /** `inc`, `dec` and their branching forms; `after` handles the new value. */
    const step = (by: number, after: (value: number, bound: number) => number): FastRun | null => {
      if (count < (branch ? 2 : 1)) return null;
      return () => {
        const variable = a();
        const threshold = b();
        const value = (peek(variable) + by) & 0xffff;
        poke(variable, value);
        return after(signed(value), signed(threshold));
      };
    };
    const callWith = (result: number | undefined): FastRun | null => {
      if (count < 1) return null;
      if (count === 1) return () => call(a(), [], result, next);
      if (count === 2)
        return () => {
          const routine = a();
          return call(routine, [b()], result, next);
        };
      const rest = operands.slice(1).map(reader);
      return () => {
        const routine = a();
        const values: number[] = [];
        for (const read of rest) values.push(read());
        return call(routine, values, result, next);
      };
    };
    const relate = (relative: (object: number) => number): FastRun | null =>
      count < 1 || store === undefined
        ? null
        : () => {
            const relation = relative(a());
            write(store, relation);
            return jump(relation !== 0);
          };

    switch (opcodeName) {
      case 'je':
        return count === 2 ? compare((x, y) => x === y) : null;
      case 'jz':
        return count < 1 ? null : () => jump(a() === 0);
      case 'jl':
        return compare((x, y) => signed(x) < signed(y));
      case 'jg':
        return compare((x, y) => signed(x) > signed(y));
      case 'test':
        return compare((x, y) => (x & y) === y);
      case 'jin':
        return compare((x, y) => objects.parent(x) === y);
      case 'test_attr':
        return compare(objects.has);
      case 'jump':
        return count < 1 ? null : () => next + signed(a()) - 2;
      case 'add':
        return compute((x, y) => x + y);
      case 'sub':
        return compute((x, y) => x - y);
      case 'mul':
        return compute((x, y) => signed(x) * signed(y));
      case 'and':
        return compute((x, y) => x & y);
      case 'or':
        return compute((x, y) => x | y);
      case 'loadw':
        return compute((array, index) => wordAt(memory, (array + 2 * index) & 0xffff));
      case 'loadb':
        return compute((array, index) => byteAt(memory, (array + index) & 0xffff));
      case 'storew':
      case 'storeb': {
        if (count < 3) return null;
        const isWord = opcodeName === 'storew';
        return () => {
          const array = a();
          const index = b();
          if (isWord) putWord(memory, limit, (array + 2 * index) & 0xffff, c());
          else putByte(memory, limit, (array + index) & 0xffff, c() & 0xff);
          return next;
        };
      }
      case 'get_parent':
        return count < 1 || store === undefined
          ? null
          : () => {
              write(store, objects.parent(a()));
              return next;
            };
      case 'get_child':
        return relate(objects.child);
      case 'get_sibling':
        return relate(objects.sibling);
      case 'store':
        if (count < 2) return null;
        return () => {
          const variable = a();
          poke(variable, b());
          return next;
        };
      case 'load':
        if (count < 1 || store === undefined) return null;
        return () => {
          write(store, peek(a()));
          return next;
        };
      case 'push':
        if (count < 1) return null;
        return () => {
          stack.push(a());
          return next;
        };
      case 'inc':
        return step(1, () => next);
      case 'dec':
        return step(-1, () => next);
      case 'inc_chk':
        return step(1, (value, bound) => jump(value > bound));
      case 'dec_chk':
        return step(-1, (value, bound) => jump(value < bound));
      case 'call':
      case 'call_vs':
      case 'call_vs2':
      case 'call_1s':
      case 'call_2s':
        return callWith(store);
      case 'call_vn':
      case 'call_vn2':
      case 'call_1n':
      case 'call_2n':
        return callWith(undefined);
      case 'check_arg_count':
        return count < 1 ? null : () => jump(stack.hasArgument(a()));
      case 'ret':
        return count < 1 ? null : () => leave(a());
      case 'rtrue':
        return () => leave(1);
      case 'rfalse':
        return () => leave(0);
      case 'ret_popped':
        return () => leave(stack.pop());
      default:
        return null;
    }
  };
}

const VARIABLE = 2;
