import {
  DIRECTIONS,
  dropFirstSentence,
  firstSentence,
  isRefusal,
  isUnderstood,
  listThings,
  plainCommand,
} from 'zmachine-story';
import { findRequest, hasReason, isDark, isLocked, isOutOfReach } from './lexicon';
import { writePlace } from './map';
import { currentPlace } from './memory';
import type { Memory, Move } from './types';

/** A goal of several turns whose completion the player can detect. */
export interface Goal {
  text: string;
  priority: 'high' | 'normal';
}

/** Limits: active objectives of agents, and turns between two declarations. */
const MAX_ACTIVE = 6;
const TURNS_BETWEEN = 4;
const MAX_SAID = 90;

const reasonIn = (text: string): string =>
  firstSentence(dropFirstSentence(text), MAX_SAID).replace(/[.!]+$/, '');

/** True if a text names an obstacle; questions and unnecessary actions are not obstacles. */
function isObstacle(text: string): boolean {
  const reason = firstSentence(dropFirstSentence(text));
  return hasReason(reason) && !/\?…?$|^what (?:kind|sort)\b|\bno need\b|^as you\b/i.test(reason);
}

function listWays({ map }: Memory): Goal[] {
  return map.blocked.toReversed().flatMap(({ from, direction, text, deadly }): Goal[] => {
    if (deadly || !isObstacle(text)) return [];
    return [
      {
        text: `find a way ${direction} from ${writePlace(map, from)}: ${reasonIn(text)}`,
        priority: isLocked(text) ? 'high' : 'normal',
      },
    ];
  });
}

/** Commands on things that may be locked or out of reach. */
const OPENS = /^(?:open|unlock|enter) (?:the )?(.+?)(?: with .+)?$/;
/** Queries: their replies mention obstacles but refuse nothing. */
const ASKS = /^(?:read|examine|x|look|search|ask|tell|say|listen|smell|wait|inventory)\b/;
const HANDLES = /^(?:take|get|reach|touch|open|pull|push) (?:the )?(.+?)(?: with .+)?$/;

function listRefused({ recent, map }: Memory): Goal[] {
  return recent.toReversed().flatMap(({ command, text, from, effect, moved, died }): Goal[] => {
    if (effect || moved || died || from === null || !isUnderstood(text)) return [];
    if (!isRefusal(text) && !hasReason(text)) return [];
    const at = `at ${writePlace(map, from)}: ${reasonIn(text)}`;
    const words = plainCommand(command);
    const shutThing = OPENS.exec(words)?.[1];
    if (shutThing !== undefined && isLocked(text))
      return [{ text: `unlock the ${shutThing} ${at}`, priority: 'high' }];
    const target = HANDLES.exec(words)?.[1];
    if (target !== undefined && isOutOfReach(text))
      return [{ text: `get at the ${target} ${at}`, priority: 'normal' }];
    if (!words.includes(' ') || ASKS.test(words) || DIRECTIONS.includes(words) || !isObstacle(text))
      return [];
    return [{ text: `find out how to ${words} ${at}`, priority: 'normal' }];
  });
}

/** Requests to the player in the story's texts, newest first. */
function listRequests({ recent, map }: Memory): Goal[] {
  return recent.toReversed().flatMap(({ text, to }): Goal[] => {
    const request = to === null ? null : findRequest(text, MAX_SAID);
    return request === null
      ? []
      : [{ text: `do what is asked at ${writePlace(map, to)}: ${request}`, priority: 'normal' }];
  });
}

/** Dark places next to the current one. */
function listDark({ exits, map }: Memory): Goal[] {
  return (exits ?? []).flatMap(({ to, text, deadly }): Goal[] =>
    to === null || deadly || !isDark(text)
      ? []
      : [{ text: `bring a light to ${writePlace(map, to.id)}: it is dark there`, priority: 'normal' }],
  );
}

export const listGoals = (state: Memory): Goal[] => [
  ...listWays(state),
  ...listRefused(state),
  ...listRequests(state),
  ...listDark(state),
];

/** A goal to declare at the place of its obstacle; usually null. */
export function declareGoal(state: Memory, turn: number): Goal | null {
  const own = state.objectives.filter(({ source }) => source === 'agent');
  const newest = Math.max(-TURNS_BETWEEN, ...own.map((one) => one.turn));
  const active = own.filter(({ status }) => status === 'active');
  if (active.length >= MAX_ACTIVE || turn - newest < TURNS_BETWEEN) return null;
  const here = currentPlace(state);
  if (here === null) return null;
  const isHere = ({ text }: Goal): boolean => {
    const goal = readGoal(text);
    return goal?.kind === 'dark' || goal?.place === here;
  };
  return listGoals(state).find((goal) => isHere(goal) && !isKnown(state, goal)) ?? null;
}

/** True if an objective already covers the obstacle. */
const isKnown = (state: Pick<Memory, 'objectives' | 'map'>, goal: Goal): boolean =>
  state.objectives.some(({ text }) => text === goal.text || isSameObstacle(state, text, goal.text));

/** Obstacles with identical texts that are nevertheless separate: every locked door has the same message. */
const OF_A_KIND =
  /\b(?:doors?|gates?|lock(?:ed)?|closed|shut|keys?|windows?|grat(?:e|ing)|hatch|panel|trapdoor)\b/;
/** Two reasons with at least this many words mean the same obstacle if they share this fraction. */
const MIN_WORDS = 5;
const MIN_SHARED = 0.6;

/** True for equal reasons: `a surge of nannies blocks your path`, `a surge of tourists blocks …`. */
function isSameReason(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [one, other] = [new Set(a.split(' ')), new Set(b.split(' '))];
  if (Math.min(one.size, other.size) < MIN_WORDS) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / (one.size + other.size - common) >= MIN_SHARED;
}

/**
 * True if two goals have the same obstacle: the same way or thing, or the same refusal, such as a fence around a field.
 * Doors and locks have the same refusal everywhere, so they must also be at the same or neighboring places.
 */
export function isSameObstacle({ map }: Pick<Memory, 'map'>, a: string, b: string): boolean {
  const [one, other] = [readGoal(a), readGoal(b)];
  if (one === null || other === null) return false;
  if (one.kind === other.kind && one.place === other.place && one.what === other.what) return true;
  if (!isSameReason(one.reason, other.reason)) return false;
  if (!OF_A_KIND.test(one.reason)) return true;
  const isBeside = map.edges.some(
    ({ from, to }) =>
      (from === one.place && to === other.place) || (from === other.place && to === one.place),
  );
  return one.place === other.place || isBeside;
}

type GoalKind = 'way' | 'lock' | 'reach' | 'puzzle' | 'request' | 'dark';

/** A goal parsed from its text. */
interface ReadGoal {
  kind: GoalKind;
  place: number;
  /** Direction, thing or command; `''` if none. */
  what: string;
  /** The story's words about the obstacle; `''` if none. */
  reason: string;
}

const FORMS: readonly [kind: GoalKind, form: RegExp][] = [
  ['way', /^find a way (?<what>\S+) from L(?<place>\d+)\b[^:]*:?(?<reason>.*)$/],
  ['lock', /^unlock the (?<what>.+?) at L(?<place>\d+)\b[^:]*:(?<reason>.*)$/],
  ['reach', /^get at the (?<what>.+?) at L(?<place>\d+)\b[^:]*:(?<reason>.*)$/],
  ['puzzle', /^find out how to (?<what>.+?) at L(?<place>\d+)\b[^:]*:(?<reason>.*)$/],
  ['request', /^do what is asked at L(?<place>\d+)\b[^:]*:(?<reason>.*)$/],
  ['dark', /^bring a light to L(?<place>\d+)\b[^:]*:(?<reason>.*)$/],
];

/** Parses a goal in the player's own wording; null for others. */
export function readGoal(text: string): ReadGoal | null {
  for (const [kind, form] of FORMS) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const reason = (groups.reason ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}']+/u)
      .filter((word) => word !== '' && !DIRECTIONS.includes(word));
    return {
      kind,
      place: Number(groups.place),
      what: groups.what ?? '',
      // All dark places have the same text.
      reason: kind === 'dark' ? '' : reason.join(' '),
    };
  }
  return null;
}

/** Evidence that an objective is reached, since it was set; null if not or unknown. */
export function isReached(
  state: Memory,
  { text, turn: since }: { text: string; turn: number },
): string | null {
  const goal = readGoal(text);
  if (!goal) return null;
  const { map, recent, story } = state;
  const { kind, place, what } = goal;
  const later = recent.filter(({ turn }) => turn > since);
  const works = ({ from, command, effect, text: answer }: Move, form: RegExp): boolean =>
    from === place && effect && !isRefusal(answer) && form.exec(plainCommand(command))?.[1] === what;
  switch (kind) {
    case 'way':
      return isWayOpen(state, place, what);
    case 'lock': {
      const move = later.find((one) => works(one, OPENS));
      return move ? `"${move.command}" worked: ${firstSentence(move.text, MAX_SAID)}` : null;
    }
    case 'puzzle': {
      const move = later.find((one) => works(one, /^(.+)$/));
      return move ? `"${move.command}" worked: ${firstSentence(move.text, MAX_SAID)}` : null;
    }
    case 'reach': {
      const inHand = listThings(story?.reading.inventory ?? []).map(({ name }) => name.toLowerCase());
      const isTaken = later.some((one) => works(one, HANDLES));
      return isTaken && inHand.some((name) => name.includes(what)) ? `the ${what} is carried now` : null;
    }
    case 'dark': {
      const move = later.find(({ to, from, text: answer }) => to === place && from !== to && !isDark(answer));
      return move ? `${writePlace(map, place)} was entered, and was not dark` : null;
    }
    case 'request':
      return null;
  }
}

function isWayOpen({ map }: Memory, place: number, direction: string): string | null {
  const edge = map.edges.find((one) => one.from === place && one.direction === direction);
  const isShut = map.blocked.some((one) => one.from === place && one.direction === direction);
  // It was blocked when the goal was set, so it has opened since.
  if (edge && !isShut)
    return `the way ${direction} from ${writePlace(map, place)} leads to ${writePlace(map, edge.to)} now`;
  return null;
}

const MAX_FOUND = 2;

/** At most two obstacles that no objective covers, as goals. */
export function findGoals(state: Memory): Goal[] {
  const news: Goal[] = [];
  for (const goal of listGoals(state)) {
    if (news.length >= MAX_FOUND) break;
    const isNamed = news.some(({ text }) => text === goal.text || isSameObstacle(state, text, goal.text));
    if (!isNamed && !isKnown(state, goal)) news.push(goal);
  }
  return news;
}
