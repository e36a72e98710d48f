import { openHost } from '../../packages/zmachine-story/src/host';
import type { Machine } from '../../packages/zmachine-story/src/machine';
import { BUDGET } from '../../packages/zmachine-story/src/run';
import type { Story, StoryStep } from '../../packages/zmachine-story/src/types';
import { finish } from '../../packages/zmachine-story/src/work';
import { FROTZ_CHANCE, type Typed } from './frotz';

/** A walkthrough of a story. */
export interface Walk {
  /** Seed of the dice that it was made with. */
  seed: number;
  walkthrough: string[];
  /** Answers before it: keys and names that a story asks for. Default: Enter while it waits for a key. */
  intro?: string[];
}

/** A walk as it was played here: all steps, the start among them, and what was typed to each but the last. */
export interface Walked {
  steps: StoryStep[];
  typed: Typed[];
}

/** Keys that are pressed at most before a walk begins. */
const MAX_KEYS = 10;

/**
 * Plays a walk with Frotz's dice from a story's beginning to its end, and asks for the score at last.
 */
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

/** Steps in which a story asks for names and the like. */
const FIRST_STEPS = 10;

/**
 * Says whether a walk may lack answers that a story asks for before it begins: without them, commands are taken for names.
 *
 * @param first the first step that differs; undefined: none does
 */
export const lacksIntro = ({ intro }: Pick<Walk, 'intro'>, first: number | undefined): boolean =>
  intro === undefined && first !== undefined && first <= FIRST_STEPS;

/** Characters of private use that stand in the texts of a walk where the style changes: the style follows as a number. */
const FIRST_STYLE = 0xe000;
const STYLE_MARKS = /[\ue000-\ue01f]/g;
const [BOLD, ITALIC, FIXED] = [2, 4, 8];
/** No style of a story: text that a shrinking upper window leaves, a quotation. */
const QUOTATION = 16;

/**
 * Has a machine mark every change of style in the lower window, and quotations: `dfrotz` leaves out what is not plain, and
 * shows what stood below a quotation once more.
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
  // Instructions that were decoded before do what they did.
  machine.decoded = [];
}

/** A text without what is in one of these styles, and without the marks; `before`: the style that it begins in. */
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

/** The style in which a text ends. */
export const styleAfter = (text: string, before: number): number =>
  [...text.matchAll(STYLE_MARKS)].reduce((style, [mark]) => {
    const code = mark.charCodeAt(0) - FIRST_STYLE;
    return code === 0 ? 0 : style | code;
  }, before);

/** The text of a walk as it is read. */
export const readText = (text: string): string => text.replace(STYLE_MARKS, '');

/** A text without what depends on the width of a screen: spaces, ends of lines. */
const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Without lines that begin with a prompt: what was typed before may be shown again. */
const withoutTyped = (text: string): string => text.replace(/^>.*$/gm, '');
const withoutPrompt = (text: string): string => squeeze(text).replace(/>$/, '');
/** Sounds, as `dfrotz` tells of them. */
const BEEPS = /^\[(?:HIGH|LOW)-PITCHED BEEP\]$/;

/**
 * Compares a step here with the output of another interpreter. Both may show the upper window: lines of it, or the part of a
 * line that is plain, are left out there, and prompts with typed commands. Text that is bold, italic or of a fixed width may
 * be missing there, as in `dfrotz` 2.54; quotations are, and the text below them comes first.
 *
 * @param style the style in which the text here begins
 */
export function isSame(here: StoryStep, there: string, style = 0): boolean {
  const upper = here.upper.map(squeeze);
  const lines = withoutTyped(there)
    .split('\n')
    .filter((line) => !BEEPS.test(line.trim()))
    .map(squeeze)
    .filter((line) => line !== '')
    .map((line, at, all) => (at === all.length - 1 ? withoutPrompt(line) : line));
  /** True if the lines from one on are the text, but for parts of the upper window. */
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

/** The last score that a text tells; null: it tells none. */
export function findScore(text: string): number | null {
  const plain = text.replace(/\s+/g, ' ');
  const match = [...plain.matchAll(/\b(?:score|scored|have|earned)\b[^.!?\d-]{0,60}?(-?\d+)\b/gi)].at(-1);
  return match ? Number(match[1]) : null;
}
