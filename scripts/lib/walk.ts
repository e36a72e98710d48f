import { openHost } from '../../packages/zmachine-story/src/host';
import type { Machine } from '../../packages/zmachine-story/src/machine';
import { BUDGET } from '../../packages/zmachine-story/src/run';
import type { Story, StoryStep } from '../../packages/zmachine-story/src/types';
import { finish } from '../../packages/zmachine-story/src/work';
import { FROTZ_CHANCE, type Typed } from './frotz';

export interface Walk {
  seed: number;
  walkthrough: string[];
  /** Inputs before it: keys and names that the story asks for. Default: Enter while it waits for a key. */
  intro?: string[];
}

/** A played walkthrough: all steps including the start, and the input after each step except the last. */
export interface Walked {
  steps: StoryStep[];
  typed: Typed[];
}

const MAX_KEYS = 10;

/** Plays a walkthrough with Frotz's random numbers, and asks for the score at the end. */
export function walkHere(story: Story, { seed, walkthrough, intro }: Walk): Walked {
  const host = finish(openHost(story, BUDGET, FROTZ_CHANCE));
  markStyles(host.machine);
  const steps = [finish(host.start(String(seed)))];
  const inputs: Typed[] = [];
  const type = (input: string): boolean => {
    const last = steps.at(-1);
    if (!last || last.awaits === 'nothing') return false;
    inputs.push({ input, awaits: last.awaits });
    steps.push(finish(host.play(last.snapshot, input)));
    return true;
  };
  if (intro) for (const input of intro) type(input);
  else for (let keys = 0; keys < MAX_KEYS && steps.at(-1)?.awaits === 'key'; keys++) type('enter');
  for (const input of walkthrough) if (!type(input)) break;
  if (steps.at(-1)?.awaits === 'line') type('score');
  return { steps, typed: inputs };
}

const FIRST_STEPS = 10;

/**
 * True if a walkthrough may lack answers that the story asks for at the start, so that it takes commands for
 * names.
 *
 * @param first the first step that differs; undefined: none does
 */
export const lacksIntro = ({ intro }: Pick<Walk, 'intro'>, first: number | undefined): boolean =>
  intro === undefined && first !== undefined && first <= FIRST_STEPS;

/**
 * Private-use characters that mark a change of style in the texts of a walkthrough; the offset is the new
 * style.
 */
const FIRST_STYLE = 0xe000;
const STYLE_MARKS = /[\ue000-\ue01f]/g;
const [BOLD, ITALIC, FIXED] = [2, 4, 8];
/** Not a Z-machine style: marks text left by a shrinking upper window, such as a quotation. */
const QUOTATION = 16;

/**
 * Marks every change of style in the lower window, and quotations: `dfrotz` omits styled text, and repeats
 * the text below a quotation.
 */
function markStyles(machine: Machine): void {
  const { core } = machine;
  let current = 0;
  const mark = (style: number): void => {
    const { screen } = machine;
    const { window } = screen.state;
    screen.state.window = 0;
    screen.print(String.fromCharCode(FIRST_STYLE + style));
    screen.state.window = window;
  };
  core.opcodes.set('set_text_style', (instruction) => {
    const [style = 0] = core.operands(instruction);
    if (machine.screen.state.window === 0) {
      current = style === 0 ? 0 : current | (style & 15);
      mark(style & 15);
    }
    return { nextPC: instruction.address + instruction.length };
  });
  core.opcodes.set('split_window', (instruction) => {
    const [lines = 0] = core.operands(instruction);
    mark(QUOTATION);
    machine.screen.split(lines);
    mark(0);
    mark(current);
    return { nextPC: instruction.address + instruction.length };
  });
  // Cached instructions would still use the original functions.
  machine.decoded = [];
}

/**
 * Removes the text in these styles, and all marks.
 *
 * @param before style at the start of the text
 */
function withoutStyles(text: string, styles: number, before: number): string {
  let style = before;
  let plain = '';
  for (const character of text) {
    const code = character.charCodeAt(0) - FIRST_STYLE;
    if (code < 0 || code > 31) plain += style & styles ? '' : character;
    else style = code === 0 ? 0 : style | code;
  }
  return plain;
}

export const styleAfter = (text: string, before: number): number =>
  [...text.matchAll(STYLE_MARKS)].reduce((style, [mark]) => {
    const code = mark.charCodeAt(0) - FIRST_STYLE;
    return code === 0 ? 0 : style | code;
  }, before);

export const readText = (text: string): string => text.replace(STYLE_MARKS, '');

/** Removes white space, which depends on the width of a screen. */
const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Removes lines that begin with a prompt: typed commands may be printed again. */
const withoutTyped = (text: string): string => text.replace(/^>.*$/gm, '');
const withoutPrompt = (text: string): string => squeeze(text).replace(/>$/, '');
const BEEPS = /^\[(?:HIGH|LOW)-PITCHED BEEP\]$/;

/**
 * Compares a step with the output of another interpreter. The other output may contain lines or partial lines
 * of the upper window, and prompts with typed commands; these are ignored. It may lack bold, italic or
 * fixed-width text, as in `dfrotz` 2.54; it has quotations, but after the text below them.
 *
 * @param style style at the start of our text
 */
export function isSame(here: StoryStep, there: string, style = 0): boolean {
  const upper = here.upper.map(squeeze);
  const lines = withoutTyped(there)
    .split('\n')
    .filter((line) => !BEEPS.test(line.trim()))
    .map(squeeze)
    .filter((line) => line !== '')
    .map((line, at, all) => (at === all.length - 1 ? withoutPrompt(line) : line));
  /** True if the lines from `at` on equal the text, ignoring parts of the upper window. */
  const isTextFrom = (at: number, text: string): boolean => {
    const line = lines[at];
    if (line === undefined) return text === '';
    if (text.startsWith(line) && isTextFrom(at + 1, text.slice(line.length))) return true;
    return upper.some((one) => one.includes(line)) && isTextFrom(at + 1, text);
  };
  return [0, BOLD | ITALIC, BOLD | ITALIC | FIXED].some((styles) => {
    const ownText = withoutPrompt(withoutTyped(withoutStyles(here.text, styles, style)));
    if (isTextFrom(0, ownText)) return true;
    const unquotedText = withoutPrompt(withoutTyped(withoutStyles(here.text, styles | QUOTATION, style)));
    return (
      unquotedText !== ownText && [...lines.keys(), lines.length].some((at) => isTextFrom(at, unquotedText))
    );
  });
}

/** null if the text has no score. */
export function findScore(text: string): number | null {
  const plain = text.replace(/\s+/g, ' ');
  const match = [...plain.matchAll(/\b(?:score|scored|have|earned)\b[^.!?\d-]{0,60}?(-?\d+)\b/gi)].at(-1);
  return match ? Number(match[1]) : null;
}
