import { expect, it } from 'vitest';
import { buildStory } from '../../../test/support/hostile-stories';
import { openPlayer, openStory } from '../../../test/support/play-story';
import { startStory } from './machine';
import { loadMachine } from './run';

/** `print` of "aaa", `new_line`, and style opcodes. */
const AAA = [0xb2, 0x98, 0xc6];
const LINE = [0xbb];
const style = (bits: number): number[] => [0xf1, 0x7f, bits];
const colour = (ink: number, paper: number): number[] => [0x1b, ink, paper];
const font = (number: number): number[] => [0xbe, 0x04, 0x7f, number, 16];
const print = (text: string): number[] => [...text].flatMap((one) => [0xe5, 0x7f, one.charCodeAt(0)]);
const READ_KEY = [0xf6, 0x7f, 1, 17];
const QUIT = [0xba];

const start = async (...code: number[][]) =>
  (await openPlayer(buildStory({ version: 5, code: () => [...code, READ_KEY, QUIT].flat() }))).start('seed');

it('styles of a text are told by their places in it, and the text stays plain', async () => {
  const step = await start(LINE, style(2), AAA, style(0), LINE, style(4), style(1), AAA, style(0), AAA);
  expect(step.text).toBe('aaa\naaaaaa');
  expect(step.styles).toEqual([
    { start: 0, end: 3, bold: true },
    { start: 4, end: 7, italic: true, reverse: true },
  ]);
  expect((await start(AAA)).styles).toBeUndefined();
});

it('colours are those of the Standard, and the default is none', async () => {
  const step = await start(colour(3, 6), AAA, LINE, colour(1, 1), AAA);
  expect(step.styles).toEqual([{ start: 0, end: 3, colour: 'red', background: 'blue' }]);
});

it('a line of the upper window keeps its styles from turn to turn', async () => {
  const draw = [0xea, 0x7f, 1, 0xeb, 0x7f, 1];
  const code = () => [draw, style(1), AAA, style(0), [0xeb, 0x7f, 0], READ_KEY, AAA, READ_KEY, QUIT].flat();
  const player = await openPlayer(buildStory({ version: 5, code }));
  const first = player.start('seed');
  expect(first).toMatchObject({ upper: ['aaa'], upperStyles: [[{ start: 0, end: 3, reverse: true }]] });
  expect(player.play(first.snapshot, 'enter').upperStyles).toEqual(first.upperStyles);
});

it('the graphics font draws lines, and the usual one letters', async () => {
  const step = await start(font(3), print("/'0"), font(1), print("/'0"));
  expect(step.text).toBe("┌─┐/'0");
});

it('the machine offers styles and colours, and is no IBM PC: its code page is not drawn with', async () => {
  const machine = loadMachine(await openStory(buildStory({ version: 5 })));
  startStory(machine, 'seed');
  const flags = machine.memory[1] ?? 0;
  expect(flags & 0b11101).toBe(0b11101);
  expect(machine.memory[0x1e]).not.toBe(6);
});
