import type { Instruction } from '../library';
import { type Machine, spend } from '../machine';
import { byteAt, putByte, putWord, signed, UNIT } from '../memory';
import { readCharacter } from '../text';
import { definer, next } from './define';

/** Tables that text may go to at once (Standard 7.1.2.1). */
const MAX_TABLES = 16;
const QUESTION_MARK = 63;
/** Reading the name of an object counts as so many instructions: most it can be long. */
const WORK_A_NAME = 32;

/** Opcodes that print, to the screen or into a table of the story. */
export function addPrintOpcodes(machine: Machine): void {
  const { core, memory, limit, objects, text, story } = machine;
  const { act } = definer(machine);
  const unit = UNIT[story.version] ?? 8;

  const print = (printed: string): void => {
    spend(machine, printed.length >> 3);
    const table = machine.screen.state.tables.at(-1);
    if (!table) {
      machine.screen.print(printed);
      return;
    }
    for (const character of printed) {
      const code = character === '\n' ? 13 : (text.toZscii(character) ?? QUESTION_MARK);
      putByte(memory, limit, table.address + 2 + table.length++, code);
    }
    putWord(memory, limit, table.address, table.length);
  };
  const printAt = (address: number): void => {
    const { text: output, end } = text.decode(memory, address);
    // Much can be read that prints nothing.
    spend(machine, (end - address) >> 2);
    print(output);
  };

  core.opcodes.set('print', (ins: Instruction) => {
    spend(machine, ins.length >> 2);
    print(ins.text ?? '');
    return next(ins);
  });
  core.opcodes.set('print_ret', (ins: Instruction) => {
    spend(machine, ins.length >> 2);
    print(`${ins.text ?? ''}\n`);
    return core.leave(1);
  });
  act('new_line', () => print('\n'));
  act('print_addr', ([address = 0]) => printAt(address));
  act('print_paddr', ([packed = 0]) => printAt(packed * unit));
  act('print_obj', ([object = 0]) => {
    spend(machine, WORK_A_NAME);
    print(objects.name(object));
  });
  act('print_num', ([number = 0]) => print(String(signed(number))));
  act('print_char', ([zscii = 0]) => print(text.toUnicode(zscii)));
  act('print_unicode', ([code = 0]) => print(readCharacter(code)));
  act('check_unicode', ([code = 0], ins) => {
    const canPrint = text.toZscii(String.fromCharCode(code)) !== undefined;
    core.store(ins, code < 32 ? 0 : canPrint ? 3 : 1);
  });
  act('print_table', ([address = 0, width = 0, height = 1, skip = 0]) => {
    const { row, column, window } = machine.screen.state;
    for (let line = 0; line < height; line++) {
      // Lines of a table stand below one another: in the upper window from the column where it began.
      if (line > 0 && window === 1) machine.screen.moveCursor(row + line + 1, column + 1);
      else if (line > 0) print('\n');
      const at = address + line * (width + skip);
      let output = '';
      for (let i = 0; i < width; i++) output += text.toUnicode(byteAt(memory, at + i));
      spend(machine, 1 + (width >> 1));
      if (machine.left < 0) break;
      print(output);
    }
  });
  act('output_stream', ([number = 0, table = 0]) => {
    const { state } = machine.screen;
    const stream = signed(number);
    if (stream === 1 || stream === -1) state.shown = stream === 1;
    else if (stream === -3) state.tables.pop();
    else if (stream === 3) {
      if (state.tables.length >= MAX_TABLES) throw new Error('text goes to too many tables at once');
      state.tables.push({ address: table, length: 0 });
      putWord(memory, limit, table, 0);
    }
  });
}
