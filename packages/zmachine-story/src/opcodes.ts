import { readDictionary, tokenise } from './dictionary';
import { GRAPHICS_FONT } from './graphics-font';
import { STORY_KEYS } from './keys';
import type { ExecutionOutcome, Instruction } from './library';
import { addStyle, pickColor, pickTrueColor } from './looks';
import { type Machine, note, restart, saveWorld, spend, undoWorld } from './machine';
import { byteAt, HEADER, putByte, putWord, signed, UNIT, wordAt } from './memory';
import { lengthBefore } from './objects';
import { readCharacter, type StoryText } from './text';
import { MAX_UNDO } from './types';

const next = ({ address, length }: Instruction): ExecutionOutcome => ({ nextPC: address + length });

type Values = readonly number[];

/** Define opcodes instead of the library's. Operands are evaluated first, in order. */
const definer = ({ core }: Machine) => ({
  act: (name: string, action: (values: Values, instruction: Instruction) => void): void =>
    void core.opcodes.set(name, (instruction) => {
      action(core.operands(instruction), instruction);
      return next(instruction);
    }),
  lead: (name: string, action: (values: Values, instruction: Instruction) => ExecutionOutcome): void =>
    void core.opcodes.set(name, (instruction) => action(core.operands(instruction), instruction)),
});

export function addOpcodes(machine: Machine): void {
  addMemoryOpcodes(machine);
  addObjectOpcodes(machine);
  addPrintOpcodes(machine);
  addScreenOpcodes(machine);
  addInputOpcodes(machine);
  addSavingOpcodes(machine);
}

const KEY_ALIASES: ReadonlyMap<string, string> = new Map([
  ['return', 'enter'],
  ['esc', 'escape'],
  ['backspace', 'delete'],
]);
const ENTER = 13;
const QUESTION_MARK = 63;
/** In characters; no buffer is larger. */
const LONGEST_INPUT = 1000;
/** Cost of looking up a word, in instructions. */
const WORK_PER_WORD = 40;

/** Opcodes that read lines and keys, and tokenise lines. */
function addInputOpcodes(machine: Machine): void {
  const { core, memory, limit, text, story } = machine;
  const { act } = definer(machine);

  const tokeniseLine = (
    line: readonly number[],
    offset: number,
    parse: number,
    address: number,
    keep: boolean,
  ): void => {
    const dictionary = address === 0 ? machine.dictionary : readDictionary(memory, address);
    const words = tokenise(memory, limit, line, offset, parse, dictionary, text, keep);
    spend(machine, words * (dictionary.sorted ? WORK_PER_WORD : WORK_PER_WORD + dictionary.count));
  };
  const readBuffer = (buffer: number): { line: number[]; offset: number } => {
    const offset = story.version >= 5 ? 2 : 1;
    const line: number[] = [];
    const length = story.version >= 5 ? byteAt(memory, buffer + 1) : 255;
    for (let i = 0; i < length; i++) {
      const code = byteAt(memory, buffer + offset + i);
      if (code === 0 && story.version < 5) break;
      line.push(code);
    }
    return { line, offset };
  };
  const readLine = (values: readonly number[], input: string): void => {
    const [buffer = 0, parse = 0] = values;
    const offset = story.version >= 5 ? 2 : 1;
    // Up to version 4 the size includes the terminating zero.
    const room = Math.max(byteAt(memory, buffer) - (story.version >= 5 ? 0 : 1), 0);
    const codes = toLine(input, text);
    // Appends to earlier input in the buffer (Standard, `read`).
    const before = story.version >= 5 ? Math.min(byteAt(memory, buffer + 1), room) : 0;
    const fitting = codes.slice(0, room - before);
    if (fitting.length < codes.length) note(machine, 'input_cut');
    for (const [i, code] of fitting.entries()) putByte(memory, limit, buffer + offset + before + i, code);
    if (story.version >= 5) putByte(memory, limit, buffer + 1, before + fitting.length);
    else putByte(memory, limit, buffer + offset + fitting.length, 0);
    if (parse !== 0) {
      const line = Array.from({ length: before + fitting.length }, (_, i) =>
        byteAt(memory, buffer + offset + i),
      );
      tokeniseLine(line, offset, parse, 0, false);
    }
  };
  /** Stops before an instruction without input, leaving its operands on the stack. */
  const waitFor = (name: string, read: (values: readonly number[], input: string) => number): void =>
    void core.opcodes.set(name, (ins: Instruction): ExecutionOutcome => {
      const { input } = machine;
      if (input === null) return { waitingForInput: true };
      machine.input = null;
      const result = read(core.operands(ins), input);
      core.store(ins, result);
      return { nextPC: ins.address + ins.length };
    });
  for (const name of ['sread', 'aread'])
    waitFor(name, (values, input) => {
      readLine(values, input);
      return ENTER;
    });
  waitFor('read_char', (_, input) => toKey(input, text));

  act('tokenise', ([buffer = 0, parse = 0, dictionary = 0, keep = 0]) => {
    const { line, offset } = readBuffer(buffer);
    tokeniseLine(line, offset, parse, dictionary, keep !== 0);
  });
  act('encode_text', ([buffer = 0, length = 0, from = 0, coded = 0]) => {
    spend(machine, WORK_PER_WORD);
    const end = Math.min(length, 16);
    const word = Array.from({ length: end }, (_, i) => byteAt(memory, buffer + from + i));
    for (const [i, code] of text.encode(word).entries()) putByte(memory, limit, coded + i, code);
  });
}

/** An input as ZSCII in lower case; unsupported characters become question marks. */
export function toLine(input: string, text: StoryText): number[] {
  return [...input.slice(0, LONGEST_INPUT).toLowerCase()].map((character) =>
    character < ' ' ? 32 : (text.toZscii(character) ?? QUESTION_MARK),
  );
}

/** An input as one key: a name of {@link STORY_KEYS}, else its first character; `enter` if empty. */
function toKey(input: string, text: StoryText): number {
  const name = input.trim().toLowerCase();
  const special = STORY_KEYS.get(KEY_ALIASES.get(name) ?? name);
  if (special !== undefined) return special;
  const [first] = input;
  if (first === undefined || first < ' ') return ENTER;
  return text.toZscii(first) ?? QUESTION_MARK;
}

/** Cost of instructions on tables: one instruction per this many bytes. */
const BYTES_PER_INSTRUCTION = 8;

/**
 * Opcodes for memory and variables. Array addresses wrap at 64 KiB for negative indexes; indirect variables are
 * accessed in place (Standard 6.3.4); `je` takes all its operands.
 */
function addMemoryOpcodes(machine: Machine): void {
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
  lead('je', (values, ins) => core.branch(ins, values.indexOf(values[0] ?? -1, 1) > 0));
  act('store', ([variable = 0, value = 0]) => core.poke(variable, value));
  act('pull', ([variable = 0]) => {
    const value = core.stack.pop();
    core.poke(variable, value);
  });
  lead('scan_table', ([wanted = 0, table = 0, length = 0, form = 0x82], ins) => {
    const [size, readCell] = [form & 0x7f, form & 0x80 ? wordAt : byteAt];
    let match = 0;
    let i = 0;
    for (; i < length && match === 0; i++)
      if (readCell(memory, (table + i * size) & 0xffff) === wanted) match = (table + i * size) & 0xffff;
    spend(machine, i / BYTES_PER_INSTRUCTION);
    core.store(ins, match);
    return core.branch(ins, match !== 0);
  });
  act('copy_table', ([from = 0, to = 0, length = 0]) => {
    const size = Math.abs(signed(length));
    spend(machine, size / BYTES_PER_INSTRUCTION);
    if (to === 0) {
      for (let i = 0; i < size; i++) putByte(memory, limit, from + i, 0);
      return;
    }
    // A negative size copies forwards even if the tables overlap, which repeats the first byte.
    const backwards = signed(length) > 0 && to > from;
    for (let i = 0; i < size; i++) {
      const at = backwards ? size - 1 - i : i;
      putByte(memory, limit, to + at, byteAt(memory, from + at));
    }
  });
}

/** Cost of a property search: one instruction per this many, the maximum of a descending list. */
const PROPERTIES_PER_INSTRUCTION = 64;

/** Opcodes for the object tree, attributes and properties. Invalid objects return 0 or false. */
function addObjectOpcodes(machine: Machine): void {
  const { core, memory, limit, objects, story } = machine;
  const { act, lead } = definer(machine);

  lead('jin', ([object = 0, into = 0], ins) => core.branch(ins, objects.parent(object) === into));
  lead('test_attr', ([object = 0, attribute = 0], ins) => core.branch(ins, objects.has(object, attribute)));
  act('set_attr', ([object = 0, attribute = 0]) => objects.give(object, attribute, true));
  act('clear_attr', ([object = 0, attribute = 0]) => objects.give(object, attribute, false));
  act('insert_obj', ([object = 0, into = 0]) => spend(machine, objects.insert(object, into) / 4));
  act('remove_obj', ([object = 0]) => spend(machine, objects.remove(object) / 4));
  act('get_parent', ([object = 0], ins) => core.store(ins, objects.parent(object)));
  for (const [name, read] of [
    ['get_sibling', objects.sibling],
    ['get_child', objects.child],
  ] as const)
    lead(name, ([object = 0], ins) => {
      const relative = read(object);
      core.store(ins, relative);
      return core.branch(ins, relative !== 0);
    });

  const findProperty = (object: number, number: number): ReturnType<typeof objects.property>['property'] => {
    const { property, passed } = objects.property(object, number);
    spend(machine, passed / PROPERTIES_PER_INSTRUCTION);
    return property;
  };
  act('get_prop', ([object = 0, number = 0], ins) => {
    const property = findProperty(object, number);
    if (!property) core.store(ins, objects.usual(number));
    else
      core.store(
        ins,
        property.length === 1 ? byteAt(memory, property.address) : wordAt(memory, property.address),
      );
  });
  act('get_prop_addr', ([object = 0, number = 0], ins) =>
    core.store(ins, findProperty(object, number)?.address ?? 0),
  );
  act('get_next_prop', ([object = 0, number = 0], ins) => {
    const following = objects.nextProperty(object, number);
    spend(machine, following.passed / PROPERTIES_PER_INSTRUCTION);
    core.store(ins, following.number);
  });
  act('get_prop_len', ([address = 0], ins) =>
    core.store(ins, address === 0 ? 0 : lengthBefore(byteAt(memory, address - 1), story.version === 3)),
  );
  act('put_prop', ([object = 0, number = 0, value = 0]) => {
    const property = findProperty(object, number);
    if (!property) throw new Error(`object ${object} has no property ${number}`);
    if (property.length === 1) putByte(memory, limit, property.address, value & 0xff);
    else putWord(memory, limit, property.address, value);
  });
}

/** Nested output tables (Standard 7.1.2.1). */
const MAX_TABLES = 16;
/** Cost of reading an object's name, in instructions; its maximum length. */
const WORK_PER_NAME = 32;

/** Opcodes that print to the screen or into a table. */
function addPrintOpcodes(machine: Machine): void {
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
    const { text: string, end } = text.decode(memory, address);
    // Long text data may print nothing.
    spend(machine, (end - address) >> 2);
    print(string);
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
    spend(machine, WORK_PER_NAME);
    print(objects.name(object));
  });
  act('print_num', ([number = 0]) => print(String(signed(number))));
  act('print_char', ([zscii = 0]) => print(text.toUnicode(zscii)));
  act('print_unicode', ([code = 0]) => print(readCharacter(code)));
  act('check_unicode', ([code = 0], ins) => {
    const hasCode = text.toZscii(String.fromCharCode(code)) !== undefined;
    core.store(ins, code < 32 ? 0 : hasCode ? 3 : 1);
  });
  act('print_table', ([address = 0, width = 0, height = 1, skip = 0]) => {
    const { row, column, window } = machine.screen.state;
    for (let line = 0; line < height; line++) {
      // In the upper window, rows of a table start at the same column.
      if (line > 0 && window === 1) machine.screen.moveCursor(row + line + 1, column + 1);
      else if (line > 0) print('\n');
      const at = address + line * (width + skip);
      let rowText = '';
      for (let i = 0; i < width; i++) rowText += text.toUnicode(byteAt(memory, at + i));
      spend(machine, 1 + (width >> 1));
      if (machine.left < 0 || machine.screen.isFull) break;
      print(rowText);
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

/** Total characters of the undo states, so that a snapshot fits into storage. */
const MAX_UNDO_TEXT = 400_000;

/** Opcodes that quit, restart, save and restore; the host stores saved states. */
function addSavingOpcodes(machine: Machine): void {
  const { limit } = machine;
  const { lead } = definer(machine);
  /** Saving and restoring process all of dynamic memory. */
  const work = limit >> 1;
  const keep = (ins: Instruction): string => {
    spend(machine, work);
    return saveWorld(machine, ins.address);
  };

  const finish = (ins: Instruction, result: 0 | 1): ExecutionOutcome => finishSaving(machine, ins, result);
  const takeBack = (kept: string): ExecutionOutcome => {
    spend(machine, work);
    return continueFrom(machine, kept);
  };

  lead('quit', () => ({ halted: true }));
  lead('restart', () => {
    spend(machine, work);
    restart(machine);
    machine.screen.reset();
    note(machine, 'restarted');
    return { nextPC: machine.pc };
  });
  lead('save', (values, ins) => {
    // With operands it saves a part of memory to a file (version 5), which is not supported.
    if (values.length > 0) return finish(ins, 0);
    machine.saved = keep(ins);
    note(machine, 'saved');
    return finish(ins, 1);
  });
  lead('restore', (values, ins) => {
    if (values.length > 0) return finish(ins, 0);
    if (machine.saved === null) {
      note(machine, 'restore_failed');
      return finish(ins, 0);
    }
    note(machine, 'restored');
    return takeBack(machine.saved);
  });
  lead('save_undo', (_, ins) => {
    saveForUndo(machine, keep(ins));
    return finish(ins, 1);
  });
  lead('restore_undo', (_, ins) => {
    const undoState = machine.undo.pop();
    if (undoState === undefined) {
      note(machine, 'undo_failed');
      return finish(ins, 0);
    }
    note(machine, 'undone');
    return takeBack(undoState);
  });
}

/** Adds an undo state; the newest is always kept. */
export function saveForUndo(machine: Machine, kept: string): void {
  machine.undo = [...machine.undo, kept].slice(-MAX_UNDO);
  while (machine.undo.length > 1 && machine.undo.join('').length > MAX_UNDO_TEXT) machine.undo.shift();
}

/** Results: 0 failed, 1 saved, 2 restored; then the story continues after the instruction that saved. */
function finishSaving({ core, story }: Machine, ins: Instruction, result: 0 | 1 | 2): ExecutionOutcome {
  if (story.version === 3) return core.branch(ins, result !== 0);
  core.store(ins, result);
  return next(ins);
}

/** Restores a saved state and continues there; its address is the saving instruction. */
export function continueFrom(machine: Machine, kept: string): ExecutionOutcome {
  undoWorld(machine, kept);
  return finishSaving(machine, machine.core.decode(machine.pc), 2);
}

/** Cost of redrawing a window, in instructions. */
const WORK_PER_WINDOW = 16;

/** Normal, graphics and fixed-width font. */
const USUAL_FONT = 1;
const FONTS: ReadonlySet<number> = new Set([USUAL_FONT, GRAPHICS_FONT, 4]);

/** Opcodes for windows, styles and random numbers; sound opcodes do nothing. */
function addScreenOpcodes(machine: Machine): void {
  const { core, memory, limit, story } = machine;
  const { act, lead } = definer(machine);

  act('split_window', ([lines = 0]) => {
    spend(machine, WORK_PER_WINDOW);
    machine.screen.split(lines);
  });
  act('set_window', ([window = 0]) => machine.screen.select(window));
  act('erase_window', ([window = 0]) => {
    spend(machine, WORK_PER_WINDOW);
    machine.screen.erase(signed(window));
  });
  act('erase_line', ([value = 0]) => {
    if (value === 1) machine.screen.eraseLine();
  });
  act('set_cursor', ([line = 1, column = 1]) => machine.screen.moveCursor(signed(line), signed(column)));
  act('get_cursor', ([array = 0]) => {
    const { row, column, window } = machine.screen.state;
    putWord(memory, limit, array, window === 1 ? row + 1 : 1);
    putWord(memory, limit, array + 2, window === 1 ? column + 1 : 1);
  });
  act('set_font', ([font = 0], ins) => {
    const { state } = machine.screen;
    const before = state.font ?? USUAL_FONT;
    const isOffered = FONTS.has(font);
    // Font 0 returns the current font.
    core.store(ins, isOffered || font === 0 ? before : 0);
    if (!isOffered) return;
    if (font === USUAL_FONT) delete state.font;
    else state.font = font;
  });
  act('set_text_style', ([style = 0]) => machine.screen.setLook((look) => addStyle(look, style)));
  const setColours = (pick: typeof pickColor, colour: number, background: number): void =>
    machine.screen.setLook((look) => {
      const { colour: ink, background: paper, ...styles } = look;
      const [newInk, newPaper] = [pick(signed(colour), ink), pick(signed(background), paper)];
      return { ...styles, ...(newInk && { colour: newInk }), ...(newPaper && { background: newPaper }) };
    });
  act('set_colour', ([colour = 0, background = 0]) => setColours(pickColor, colour, background));
  act('set_true_colour', ([colour = 0, background = 0]) => setColours(pickTrueColor, colour, background));
  act('random', ([range = 0], ins) => core.store(ins, machine.chance.throwDice(machine.dice, signed(range))));
  let intact: boolean | undefined;
  lead('verify', (_, ins) => {
    intact ??= isIntact(story.bytes, story.version);
    return core.branch(ins, intact);
  });
  // The status line is built from the globals when the story waits.
  for (const name of ['show_status', 'buffer_mode', 'input_stream', 'sound_effect']) act(name, () => {});
}

/** True if the story's checksum matches its header. Many stories were modified later and fail. */
function isIntact(bytes: Uint8Array, version: number): boolean {
  const length = Math.min(wordAt(bytes, HEADER.length) * (UNIT[version] ?? 8), bytes.length);
  let sum = 0;
  for (let at = HEADER.end; at < length; at++) sum += bytes[at] ?? 0;
  return (sum & 0xffff) === wordAt(bytes, HEADER.checksum);
}
