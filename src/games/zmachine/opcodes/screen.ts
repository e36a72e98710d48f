import { type Machine, spend } from '../machine';
import { HEADER, putWord, signed, UNIT, wordAt } from '../memory';
import { throwDice } from '../random';
import { definer } from './define';

/** Rewriting the lines of a window counts as so many instructions. */
const WORK_A_WINDOW = 16;

/** Adds the opcodes of text windows and random numbers; those for looks and sounds do nothing. */
export function addScreenOpcodes(machine: Machine): void {
  const { core, memory, limit, story } = machine;
  const { act, lead } = definer(machine);

  act('split_window', ([lines = 0]) => {
    spend(machine, WORK_A_WINDOW);
    machine.screen.split(lines);
  });
  act('set_window', ([window = 0]) => machine.screen.select(window));
  act('erase_window', ([window = 0]) => {
    spend(machine, WORK_A_WINDOW);
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
  act('set_font', ([font = 0], ins) => core.store(ins, font === 0 || font === 1 || font === 4 ? 1 : 0));
  act('random', ([range = 0], ins) => core.store(ins, throwDice(machine.dice, signed(range))));
  let intact: boolean | undefined;
  lead('verify', (_, ins) => {
    intact ??= isIntact(story.bytes, story.version);
    return core.branch(ins, intact);
  });
  // The status line is made from the globals whenever the story waits.
  for (const name of [
    'show_status',
    'set_text_style',
    'buffer_mode',
    'input_stream',
    'sound_effect',
    'set_colour',
    'set_true_colour',
  ])
    act(name, () => {});
}

/** Says whether the sum of a story's bytes matches its header. Many good stories were changed later and do not match. */
function isIntact(bytes: Uint8Array, version: number): boolean {
  const length = Math.min(wordAt(bytes, HEADER.length) * (UNIT[version] ?? 8), bytes.length);
  let sum = 0;
  for (let at = HEADER.end; at < length; at++) sum += bytes[at] ?? 0;
  return (sum & 0xffff) === wordAt(bytes, HEADER.checksum);
}
