import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../web/src/kit/colours.css', import.meta.url), 'utf8');

function colourOf(name: string, theme: 'light' | 'dark'): number[] {
  const value = new RegExp(`--${name}: (?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(#\\w{6}));`).exec(css);
  if (!value) throw new Error(`no colour --${name}`);
  const hex = value[3] ?? (theme === 'light' ? value[1] : value[2]) ?? '';
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminanceOf(colourOf(name, theme)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'card', 'raised'];
const PAIRS = [
  ...GROUNDS.flatMap((ground) =>
    ['ink', 'quiet', 'accent', 'lit', 'good', 'warn', 'bad'].map((words) => [words, ground] as const),
  ),
  ['accent-ink', 'accent'],
  ['curtain-ink', 'curtain'],
  ['curtain-ink', 'curtain-dark'],
  ['ink', 'accent-paper'],
  ['accent', 'accent-paper'],
  ['ink', 'lit-paper'],
  ['lit', 'lit-paper'],
  ['gold-ink', 'gold-paper'],
  ['bad', 'bad-paper'],
  ['quiet', 'bad-paper'],
] as const;

describe.each(['light', 'dark'] as const)('the %s colours', (theme) => {
  it.each(PAIRS)('can be read: %s on %s', (words, ground) =>
    expect(contrast(words, ground, theme)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(GROUNDS)('show the outline of what can be pressed on %s', (ground) =>
    expect(contrast('edge', ground, theme)).toBeGreaterThanOrEqual(3),
  );
});
