import { add, findComponents, neighbours } from './board';
import { describeThing, lookThing, type PlayerView, type Thing } from './features';
import type { WrittenRule } from './knowledge';
import { cutLook, findLook, isInside, type Look, parseLook } from './look';
import { Past, type Situation } from './situation';
import { slideTo } from './slides';
import type { Action, Board, Forecast, Rule, Transition, Vec } from './types';
import { COLOURS } from './words';

/** The colours and size of a rule's objects, parsed from text such as "blue 4×4 square" or "clicked object". */
interface Description {
  colours: number[];
  size: Vec | null;
  isClicked: boolean;
}

const NO_MASK: ReadonlySet<number> = new Set();

export const writtenRules = (rules: readonly WrittenRule[]): Rule[] =>
  rules.map((rule, i) => ({ id: i + 1, ...rule, seen: 0, wrong: 0 }));

/**
 * Tries the longest colour names first, so that "light grey" does not read as grey. null if the text names no
 * colour, no size and no click.
 */
export function readDescription(words: string): Description | null {
  let text = words.toLowerCase();
  const colours: number[] = [];
  const names = COLOURS.map((name, colour) => ({ name, colour })).sort(
    (a, b) => b.name.length - a.name.length,
  );
  for (const { name, colour } of names) {
    const pattern = new RegExp(`\\b${name}\\b`, 'g');
    if (!pattern.test(text)) continue;
    colours.push(colour);
    text = text.replace(pattern, ' ');
  }
  const size = /(\d+)\s*[×x]\s*(\d+)/.exec(text);
  const isClicked = /\bclicked\b/.test(text);
  const isDot = /\bdot\b/.test(text);
  if (colours.length === 0 && !size && !isClicked) return null;
  return { colours, size: size ? [Number(size[1]), Number(size[2])] : isDot ? [1, 1] : null, isClicked };
}

export function predictWritten(
  rules: readonly WrittenRule[],
  board: Board,
  action: Action,
  past: readonly Transition[],
): Forecast {
  const own = rules.filter((rule) => rule.action === action.id);
  if (own.length === 0) return { kind: 'silent', reason: `there is no rule for ${action.id}` };
  const undo = rules.find(({ effect }) => effect.kind === 'undo')?.action ?? null;
  const followed = new Past(NO_MASK, undo);
  for (const transition of past) followed.push(transition);
  const situation = followed.situate(board, action);
  const player = viewWrittenPlayer(rules, situation);
  const cells = new Map<number, number>();
  const left = new Set<number>();
  let isKnown = false;
  for (const rule of own) {
    if (rule.effect.kind === 'nothing') isKnown = true;
    else if (rule.effect.kind === 'undo') {
      if (!situation.previous) return { kind: 'silent', reason: 'there is nothing to undo' };
      isKnown = true;
      situation.previous.cells.forEach((colour, cell) => {
        cells.set(cell, colour);
      });
    } else
      for (const thing of findThings(rule, board, action)) {
        isKnown = true;
        applyRule(rule, situation, player, thing, cells, left);
      }
  }
  if (!isKnown) return { kind: 'silent', reason: `no object here matches the rules of ${action.id}` };
  const open = new Set<number>();
  const drawn = new Map(cells);
  for (const cell of left) {
    if (cells.has(cell)) continue;
    const colour = guessGround(board, cell, drawn, left, past);
    if (colour === null) open.add(cell);
    else cells.set(cell, colour);
  }
  for (const [cell, colour] of cells) if (board.cells[cell] === colour) cells.delete(cell);
  return cells.size > 0 || open.size > 0 ? { kind: 'cells', cells, open } : { kind: 'nothing' };
}

/** The object that the rules of most actions move, if there is exactly one on the board. */
function viewWrittenPlayer(rules: readonly WrittenRule[], { board, action }: Situation): PlayerView | null {
  const moves = new Map<string, WrittenRule[]>();
  for (const rule of rules)
    if (rule.effect.kind === 'move' || rule.effect.kind === 'slide')
      moves.set(rule.object, [...(moves.get(rule.object) ?? []), rule]);
  const countActions = (list: readonly WrittenRule[]) => new Set(list.map((one) => one.action)).size;
  const [own] = [...moves.values()].sort((a, b) => countActions(b) - countActions(a));
  const things = own?.[0] ? findThings(own[0], board, action) : [];
  const [thing] = things;
  if (!thing || things.length > 1) return null;
  const effect = own?.find((rule) => rule.action === action.id)?.effect;
  const step = effect?.kind === 'move' || effect?.kind === 'slide' ? effect.by : null;
  return { at: thing.at, cells: thing.cells, step };
}

function findThings(rule: WrittenRule, board: Board, action: Action): Thing[] {
  if (rule.effect.kind === 'picture') {
    const look = parseLook(rule.effect.from);
    return findLook(board, look).map((at) => lookThing(board, look, at));
  }
  const description = readDescription(rule.object);
  if (!description) return [];
  const { colours, size, isClicked } = description;
  const clicked = action.x === undefined || action.y === undefined ? -1 : action.y * board.cols + action.x;
  return findGroups(board, colours)
    .filter((cells) => !isClicked || cells.includes(clicked))
    .map((cells) => {
      const { look, at } = cutLook(board, cells);
      return { thing: lookThing(board, look, at), look };
    })
    .filter(({ look }) => matches(look, size))
    .map(({ thing }) => thing);
}

const matches = (look: Look, size: Vec | null) =>
  size === null || (look.rows === size[0] && look.cols === size[1]);

/** Connected areas of exactly these colours; areas of any single colour if the list is empty. */
function findGroups(board: Board, colours: readonly number[]): number[][] {
  const { list } = findComponents(board);
  if (colours.length < 2)
    return list
      .filter(({ colour }) => colours.length === 0 || colour === colours[0])
      .map(({ cells }) => cells);
  const wanted = new Set(colours);
  const seen = new Set<number>();
  const groups: number[][] = [];
  board.cells.forEach((colour, first) => {
    if (!wanted.has(colour) || seen.has(first)) return;
    seen.add(first);
    const cells = [first];
    for (const cell of cells)
      for (const near of neighbours(board, cell))
        if (!seen.has(near) && wanted.has(board.cells[near] as number)) {
          seen.add(near);
          cells.push(near);
        }
    if (new Set(cells.map((cell) => board.cells[cell])).size === wanted.size)
      groups.push(cells.sort((a, b) => a - b));
  });
  return groups;
}

function applyRule(
  { effect, when }: WrittenRule,
  situation: Situation,
  player: PlayerView | null,
  thing: Thing,
  cells: Map<number, number>,
  left: Set<number>,
): void {
  const { board } = situation;
  const step = effect.kind === 'move' || effect.kind === 'slide' ? effect.by : null;
  const holds = (one: Thing) => {
    const features = describeThing(situation, NO_MASK, one, step, player);
    return when.every(({ feature, value, not }) => features.has(`${feature}:${value}`) !== (not ?? false));
  };
  if (!holds(thing)) return;
  const draw = (look: Look, at: Vec) => {
    if (!isInside(board, look, at)) return;
    for (const cell of thing.cells) left.add(cell);
    for (const [row, col, colour] of look.parts) cells.set((at[0] + row) * board.cols + at[1] + col, colour);
  };
  const own = cutLook(board, thing.cells).look;
  if (effect.kind === 'recolour') for (const cell of thing.cells) cells.set(cell, effect.to);
  else if (effect.kind === 'vanish') for (const cell of thing.cells) left.add(cell);
  else if (effect.kind === 'become') draw(parseLook(effect.picture), thing.at);
  else if (effect.kind === 'picture') draw(parseLook(effect.to), thing.at);
  else if (effect.kind === 'move')
    draw(effect.become ? parseLook(effect.become) : own, add(thing.at, effect.by));
  else if (effect.kind === 'slide') {
    // The object stops at the edge, and in front of a colour that a condition excludes.
    const stops = when.flatMap(({ feature, value, not }) => (feature === 'ahead' && not ? [value] : []));
    const end = slideTo(
      { stops: [...stops, 'edge'], passes: null },
      board,
      NO_MASK,
      own,
      thing.at,
      effect.by,
    );
    if ('at' in end) draw(own, end.at);
  }
}

/** The colour last seen in a cell before it was covered; otherwise the only colour that objects cover now. */
function guessGround(
  board: Board,
  cell: number,
  cells: ReadonlyMap<number, number>,
  left: ReadonlySet<number>,
  past: readonly Transition[],
): number | null {
  for (const { before } of [...past].reverse())
    if (before.cells[cell] !== board.cells[cell]) return before.cells[cell] as number;
  const covered = new Set(
    [...cells.keys()].filter((other) => !left.has(other)).map((other) => board.cells[other]),
  );
  const [only] = covered;
  return covered.size === 1 && only !== undefined ? only : null;
}

export const colourNumber = (value: string): string => {
  const colour = COLOURS.map(String).indexOf(value.trim().toLowerCase());
  return colour >= 0 ? String(colour) : value.trim();
};
