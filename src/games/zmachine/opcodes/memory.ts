import { type Machine, spend } from '../machine';
import { byteAt, putByte, putWord, signed, wordAt } from '../memory';
import { definer } from './define';

/** A single instruction that works through a table counts as one for every so many bytes. */
const BYTES_AN_INSTRUCTION = 8;

/**
 * Opcodes that read and write memory and variables. Addresses of arrays wrap at 64 KiB, as negative indexes need it; a
 * variable that is named by an operand is read and written in place (Standard 6.3.4); `je` takes all its operands.
 */
export function addMemoryOpcodes(machine: Machine): void {
  const { core, memory, limit } = machine;
  const { act, lead } = definer(machine);
  const word = (array: number, index: number): number => (array + 2 * index) & 0xffff;
  const byte = (array: number, index: number): number => (array + index) & 0xffff;

  act('loadw', ([array = 0, index = 0], ins) => core.store(ins, wordAt(memory, word(array, index))));
  act('loadb', ([array = 0, index = 0], ins) => core.store(ins, byteAt(memory, byte(array, index))));
  act('storew', ([array = 0, index = 0, value = 0]) => putWord(memory, limit, word(array, index), value));
  act('storeb', ([array = 0, index = 0, value = 0]) =>
    putByte(memory, limit, byte(array, index), value & 0xff),
  );
  lead('je', ([value, ...others], ins) => core.branch(ins, value !== undefined && others.includes(value)));
  act('store', ([variable = 0, value = 0]) => core.poke(variable, value));
  act('pull', ([variable = 0]) => {
    const value = core.stack.pop();
    core.poke(variable, value);
  });
  lead('scan_table', ([wanted = 0, table = 0, length = 0, form = 0x82], ins) => {
    const [size, readAt] = [form & 0x7f, form & 0x80 ? wordAt : byteAt];
    let address = 0;
    let i = 0;
    for (; i < length && address === 0; i++)
      if (readAt(memory, (table + i * size) & 0xffff) === wanted) address = (table + i * size) & 0xffff;
    spend(machine, i / BYTES_AN_INSTRUCTION);
    core.store(ins, address);
    return core.branch(ins, address !== 0);
  });
  act('copy_table', ([from = 0, to = 0, length = 0]) => {
    const size = Math.abs(signed(length));
    spend(machine, size / BYTES_AN_INSTRUCTION);
    if (to === 0) {
      for (let i = 0; i < size; i++) putByte(memory, limit, from + i, 0);
      return;
    }
    // A negative size copies forwards even where the tables overlap, so that the first byte spreads.
    const backwards = signed(length) > 0 && to > from;
    for (let i = 0; i < size; i++) {
      const at = backwards ? size - 1 - i : i;
      putByte(memory, limit, to + at, byteAt(memory, from + at));
    }
  });
}
