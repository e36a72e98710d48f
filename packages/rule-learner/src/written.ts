import { add, findComponents, floodCells, isSame } from './board';
import { describeThing, viewPlayer } from './features';
import { forecastCells, predictUndo, silence } from './forecast';
import type { WrittenRule } from './knowledge';
import { cutSite, findLook, isInside, type Look, paintLook, parseLook, type Site } from './look';
import { followPast, NO_PAST, type PlayerView, type Situation } from './situation';
import { slideTo } from './slides';
import type { Action, Board, Forecast, Transition, Vec } from './types';
import { COLORS } from './words';

/** The colors and size of a rule's objects, parsed from text such as "blue 4×4 square" or "clicked object". */
interface Description {
  colors: number[];
  size: Vec | null;
  isClicked: boolean;
}

const NO_MASK: ReadonlySet<number> = new Set();
// The longest names come first, so that "light grey" does not read as grey.
const COLOR_NAMES = new RegExp(`\\b(${[...COLORS].sort((a, b) => b.length - a.length).join('|')})\\b`, 'g');

/** null if the text names no color, no size and no click. */
export function readDescription(words: string): Description | null {
  const text = words.toLowerCase();
  const colors = [...new Set(text.match(COLOR_NAMES))].map((name) => Number(colorNumber(name)));
  const size = /(\d+)\s*[×x]\s*(\d+)/.exec(text);
  const isClicked = /\bclicked\b/.test(text);
  if (colors.length === 0 && !size && !isClicked) return null;
  const dot: Vec | null = /\bdot\b/.test(text) ? [1, 1] : null;
  return { colors, size: size ? [Number(size[1]), Number(size[2])] : dot, isClicked };
}

export function predictWritten(
  rules: readonly WrittenRule[],
  board: Board,
  action: Action,
  past: readonly Transition[],
): Forecast {
  const own = rules.filter((rule) => rule.action === action.id);
  if (own.length === 0) return silence(`there is no rule for ${action.id}`);
  const undo = rules.find(({ effect }) => effect.kind === 'undo')?.action ?? null;
  const followed = past.reduce((before, one) => followPast(before, one, NO_MASK, undo), NO_PAST);
  if (undo === action.id) return predictUndo(board, NO_MASK, followed.undoable.at(-1));
  const player = viewWrittenPlayer(rules, board, action);
  const situation: Situation = { board, action, mask: NO_MASK, last: followed.last, player };
  const cells = new Map<number, number>();
  const left = new Set<number>();
  let isKnown = false;
  for (const rule of own) {
    const things = findThings(rule, board, action);
    isKnown ||= things.length > 0 || rule.effect.kind === 'nothing';
    for (const thing of things) applyRule(rule, situation, thing, cells, left);
  }
  if (!isKnown) return silence(`no object here matches the rules of ${action.id}`);
  // Objects leave the only color that they cover now; with several, the color is open.
  const covered = new Set(
    [...cells.keys()].filter((cell) => !left.has(cell)).map((cell) => board.cells[cell]),
  );
  const [ground] = covered.size === 1 ? covered : [];
  const open = new Set<number>();
  for (const cell of left) {
    if (cells.has(cell)) continue;
    if (ground === undefined) open.add(cell);
    else cells.set(cell, ground);
  }
  return forecastCells(board, NO_MASK, cells, open);
}

const stepOf = ({ effect }: WrittenRule): Vec | null =>
  effect.kind === 'move' || effect.kind === 'slide' ? effect.by : null;

/** The object that the rules of most actions move, if there is exactly one on the board. */
function viewWrittenPlayer(rules: readonly WrittenRule[], board: Board, action: Action): PlayerView | null {
  const moves = rules.filter(stepOf);
  const countActions = ({ object }: WrittenRule) =>
    new Set(moves.filter((one) => one.object === object).map((one) => one.action)).size;
  const [most] = [...moves].sort((a, b) => countActions(b) - countActions(a));
  const sites = most ? findThings(most, board, action) : [];
  const own = moves.find((rule) => rule.object === most?.object && rule.action === action.id);
  return viewPlayer(sites, own ? stepOf(own) : null);
}

function findThings({ object, effect }: WrittenRule, board: Board, action: Action): readonly Site[] {
  if (effect.kind === 'picture') {
    return findLook(board, parseLook(effect.from));
  }
  const description = readDescription(object);
  if (!description) return [];
  const { colors, size, isClicked } = description;
  const clicked = (action.y ?? -1) * board.cols + (action.x ?? -1);
  return findGroups(board, colors)
    .filter((cells) => !isClicked || cells.includes(clicked))
    .map((cells) => cutSite(board, cells))
    .filter(({ look }) => size === null || isSame([look.rows, look.cols], size));
}

/** Connected areas of exactly these colors; areas of any single color if the list is empty. */
function findGroups(board: Board, colors: readonly number[]): number[][] {
  const isWanted = (color: number) => colors.length === 0 || colors.includes(color);
  if (colors.length < 2)
    return findComponents(board)
      .list.filter(({ color }) => isWanted(color))
      .map(({ cells }) => cells);
  const wanted = [...board.cells.keys()].filter((cell) => isWanted(board.cells[cell] as number));
  return floodCells(board, new Set(wanted)).filter(
    (cells) => new Set(cells.map((cell) => board.cells[cell])).size === colors.length,
  );
}

function applyRule(
  rule: WrittenRule,
  situation: Situation,
  thing: Site,
  cells: Map<number, number>,
  left: Set<number>,
): void {
  const { effect, when } = rule;
  const { board } = situation;
  const features = new Set(describeThing(situation, thing, stepOf(rule)));
  if (when.some(({ feature, value, not }) => features.has(`${feature}:${value}`) === (not ?? false))) return;
  const draw = (look: Look, at: Vec) => {
    if (!isInside(board, look, at)) return;
    for (const cell of thing.cells) left.add(cell);
    paintLook(cells, board, look, at);
  };
  const own = thing.look;
  if (effect.kind === 'recolour') for (const cell of thing.cells) cells.set(cell, effect.to);
  else if (effect.kind === 'vanish') for (const cell of thing.cells) left.add(cell);
  else if (effect.kind === 'become') draw(parseLook(effect.picture), thing.at);
  else if (effect.kind === 'picture') draw(parseLook(effect.to), thing.at);
  else if (effect.kind === 'move')
    draw(effect.become ? parseLook(effect.become) : own, add(thing.at, effect.by));
  else if (effect.kind === 'slide') {
    // The object stops at the edge, and in front of a color that a condition excludes.
    const excluded = when.flatMap(({ feature, value, not }) => (feature === 'ahead' && not ? [value] : []));
    const rule = { stops: [...excluded, 'edge'], passes: null };
    const end = slideTo(rule, board, NO_MASK, own, thing.at, effect.by);
    if ('at' in end) draw(own, end.at);
  }
}

export const colorNumber = (value: string): string => {
  const color = COLORS.map(String).indexOf(value.trim().toLowerCase());
  return color >= 0 ? String(color) : value.trim();
};
