import { type Look, parseLook } from './look';
import { count } from './memo';
import type { Condition, Effect, Feature, Rule, Vec } from './types';

export const COLORS = [
  ...['white', 'light grey', 'grey', 'mid grey', 'dark grey', 'black', 'magenta', 'pink'],
  ...['red', 'blue', 'light blue', 'yellow', 'orange', 'maroon', 'green', 'purple'],
] as const;

export const nameColor = (color: number): string => COLORS[color] ?? `color ${color}`;

/** A look in words: "blue 4×4 square", "red and black 3×5 shape". */
export function nameLook(look: Look): string {
  const counts = new Map<number, number>();
  for (const [, , color] of look.parts) count(counts, color);
  const colors = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => nameColor(color));
  const isFull = look.parts.length === look.rows * look.cols;
  const shape = isFull ? (look.rows === look.cols ? 'square' : 'rectangle') : 'shape';
  const shown = colors.length > 3 ? [...colors.slice(0, 2), 'other'] : colors;
  if (look.parts.length === 1) return `${shown[0]} dot`;
  return `${joinWords(shown, 'and')} ${look.rows}×${look.cols} ${shape}`;
}

export function joinWords(words: readonly string[], last: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

function nameStep([rows, cols]: Vec): string {
  const parts: string[] = [];
  if (rows !== 0) parts.push(`${rows < 0 ? 'up' : 'down'} ${Math.abs(rows)}`);
  if (cols !== 0) parts.push(`${cols < 0 ? 'left' : 'right'} ${Math.abs(cols)}`);
  return parts.join(' and ') || 'nowhere';
}

export const nameFeatureValue = (value: string): string => {
  if (value === 'edge') return 'the edge';
  return /^\d+$/.test(value) ? nameColor(Number(value)) : value;
};

export function splitFeature(feature: string): [word: string, value: string] {
  const at = feature.indexOf(':');
  return [feature.slice(0, at), feature.slice(at + 1)];
}

const CLAUSES: Readonly<Record<Feature, (value: string) => string>> = {
  ahead: (value) => `${nameFeatureValue(value)} is ahead`,
  beyond: (value) => `${nameFeatureValue(value)} is one step beyond`,
  behind: (value) => `${nameFeatureValue(value)} is behind it`,
  touching: (value) => `it touches ${nameFeatureValue(value)}`,
  look: (value) => `it looks like the ${nameLook(parseLook(value))}`,
  clicked: describeClicked,
  at: (value) => `it is at row ${value.replace(',', ', column ')}`,
  player: describePlayer,
  last: (value) => `the last action was ${value}`,
  board: (value) => `there is ${nameFeatureValue(value)} on the board`,
};

export const isFeature = (word: string): word is Feature => Object.hasOwn(CLAUSES, word);

/** A condition as a clause: "grey is ahead". */
const describeCondition = ({ feature, value }: Condition): string => CLAUSES[feature](value);

function describeClicked(value: string): string {
  if (value === 'it') return 'it is clicked';
  if (value === 'row' || value === 'column') return `the click is in its ${value}`;
  if (value === 'near') return 'the clicked object touches it';
  if (value.startsWith('at ')) return `the object at (${value.slice(3)}) is clicked`;
  if (value.startsWith('by ')) return `it is (${value.slice(3)}) from the clicked object`;
  if (value.startsWith('shape ')) return 'an object of that shape is clicked';
  return `the clicked object is ${nameFeatureValue(value)}`;
}

function describePlayer(value: string): string {
  if (value.startsWith('at ')) return `the player is at (${value.slice(3)})`;
  if (value.startsWith('by ')) return `it is (${value.slice(3)}) from the player`;
  return `${nameFeatureValue(value)} is ahead of the player`;
}

function describeEffect(object: string, effect: Effect): string {
  const nameOf = (picture: string) => nameLook(parseLook(picture));
  if (effect.kind === 'move')
    return `moves the ${object} ${nameStep(effect.by)}${effect.become ? ` and turns it into the ${nameOf(effect.become)}` : ''}`;
  if (effect.kind === 'slide') return `slides the ${object} ${nameStep(effect.by).replace(/ \d+/g, '')}`;
  if (effect.kind === 'recolour') return `turns the ${object} ${nameColor(effect.to)}`;
  if (effect.kind === 'become') return `turns the ${object} into the ${nameOf(effect.picture)}`;
  if (effect.kind === 'vanish') return `removes the ${object}`;
  if (effect.kind === 'picture') return `redraws the ${object}`;
  return effect.kind === 'undo' ? 'takes back the last change' : 'has no effect';
}

const MAX_CLAUSES = 3;

/** "ACTION1 moves the blue 4×4 square up 4, unless grey is ahead." */
export function describeRule(rule: Pick<Rule, 'action' | 'object' | 'when' | 'effect'>): string {
  const conditions = [...rule.when.filter(({ not }) => !not), ...rule.when.filter(({ not }) => not)];
  const shown = conditions.slice(0, MAX_CLAUSES);
  const needed = shown.filter(({ not }) => !not).map(describeCondition);
  const excluded = shown.filter(({ not }) => not).map(describeCondition);
  const more = conditions.length - shown.length;
  const parts = [`${rule.action} ${describeEffect(rule.object, rule.effect)}`];
  if (needed.length > 0) parts.push(` if ${joinWords(needed, 'and')}`);
  if (excluded.length > 0) parts.push(`, unless ${joinWords(excluded, 'or')}`);
  if (more > 0) parts.push(`, with ${more} more condition${more > 1 ? 's' : ''}`);
  return `${parts.join('')}.`;
}

/** Explains the conditions and effects of rules, for people and for prompts. */
export const RULE_WORDS = `A rule is {"action", "object", "when", "effect"}.
object: color and size in words, such as "blue 4×4 square"; or "clicked object".
when: a list of {"feature", "value"} that must all hold; add "not": true for conditions that must not hold. Features:
- ahead: color in a cell the object would move into, or "edge"
- beyond: color one step further, or "edge"
- behind: color on the side opposite to the move, or "edge"
- touching: color of a neighbouring cell
- look: the object's picture
- clicked: "it", "row", "column", "near", or the color of the clicked object
- at: "row,column" of its top left corner
- player: color ahead of the object that actions move
- last: the previous action
- board: a color that is somewhere on the board
Colors are names (${COLORS.join(', ')}) or numbers 0 to 15.
effect: {"kind": "move", "by": [rows, columns]}, {"kind": "slide", "by": [rows, columns]}, {"kind": "recolour", "to": color},
{"kind": "become", "picture"}, {"kind": "vanish"}, {"kind": "picture", "from", "to"}, {"kind": "undo"} or {"kind": "nothing"}.
A picture is rows of hex digits joined by "/"; "." marks cells outside the object.`;
