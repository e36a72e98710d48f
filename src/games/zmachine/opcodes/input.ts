import { readDictionary, tokenise } from '../dictionary';
import type { Instruction, Outcome } from '../library';
import { type Machine, note, spend } from '../machine';
import { byteAt, putByte } from '../memory';
import type { StoryText } from '../text';
import { definer } from './define';

/** Keys by their names (Standard 3.8, table 2). */
const KEYS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    enter: 13,
    return: 13,
    space: 32,
    escape: 27,
    esc: 27,
    delete: 8,
    backspace: 8,
    up: 129,
    down: 130,
    left: 131,
    right: 132,
  }),
);
const ENTER = 13;
const QUESTION_MARK = 63;
/** No buffer holds more, so the rest need not be looked at. In characters. */
const LONGEST_INPUT = 1000;
/** A word that is looked up counts as so many instructions. */
const WORK_A_WORD = 40;

/** Opcodes that read lines and keys, and split lines into words. */
export function addInputOpcodes(machine: Machine): void {
  const { core, memory, limit, text, story } = machine;
  const { act } = definer(machine);

  const splitLine = (
    line: readonly number[],
    offset: number,
    parse: number,
    address: number,
    keep: boolean,
  ): void => {
    const dictionary = address === 0 ? machine.dictionary : readDictionary(memory, address);
    const words = tokenise(memory, limit, line, offset, parse, dictionary, text, keep);
    spend(machine, words * (dictionary.sorted ? WORK_A_WORD : WORK_A_WORD + dictionary.count));
  };
  /** A line that stands in a text buffer already. */
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
    // Up to version 4 the size counts the zero behind the text.
    const room = Math.max(byteAt(memory, buffer) - (story.version >= 5 ? 0 : 1), 0);
    const typedLine = toLine(input, text);
    // What an earlier input left in the buffer is gone on with (Standard, `read`).
    const before = story.version >= 5 ? Math.min(byteAt(memory, buffer + 1), room) : 0;
    const acceptedPart = typedLine.slice(0, room - before);
    if (acceptedPart.length < typedLine.length) note(machine, 'input_cut');
    for (const [i, code] of acceptedPart.entries())
      putByte(memory, limit, buffer + offset + before + i, code);
    if (story.version >= 5) putByte(memory, limit, buffer + 1, before + acceptedPart.length);
    else putByte(memory, limit, buffer + offset + acceptedPart.length, 0);
    if (parse !== 0) {
      const line = Array.from({ length: before + acceptedPart.length }, (_, i) =>
        byteAt(memory, buffer + offset + i),
      );
      splitLine(line, offset, parse, 0, false);
    }
  };
  /** Stops before an instruction whose input is not there: its operands stay on the stack. */
  const waitFor = (name: string, read: (values: readonly number[], input: string) => number): void =>
    void core.opcodes.set(name, (ins: Instruction): Outcome => {
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
    splitLine(line, offset, parse, dictionary, keep !== 0);
  });
  act('encode_text', ([buffer = 0, length = 0, from = 0, coded = 0]) => {
    spend(machine, WORK_A_WORD);
    const end = Math.min(length, 16);
    const word = Array.from({ length: end }, (_, i) => byteAt(memory, buffer + from + i));
    for (const [i, code] of text.encode(word).entries()) putByte(memory, limit, coded + i, code);
  });
}

/** An input as the ZSCII codes of a line: small letters; what the story knows no code for is a question mark. */
export function toLine(input: string, text: StoryText): number[] {
  return [...input.slice(0, LONGEST_INPUT).toLowerCase()].map((character) =>
    character < ' ' ? 32 : (text.toZscii(character) ?? QUESTION_MARK),
  );
}

/** An input as one key: a name such as `enter`, `space`, `up`, `f1`, or else its first character; nothing is `enter`. */
export function toKey(input: string, text: StoryText): number {
  const name = input.trim().toLowerCase();
  const special = KEYS.get(name);
  if (special !== undefined) return special;
  const [, number] = /^f([1-9]|1[0-2])$/.exec(name) ?? [];
  if (number !== undefined) return 132 + Number(number);
  const [first] = input;
  if (first === undefined || first < ' ') return ENTER;
  return text.toZscii(first) ?? QUESTION_MARK;
}
