import type {
  ChroniclerAnswer,
  CompletionAnswer,
  CriticAnswer,
  DiscoveryAnswer,
  ExtractorAnswer,
  Priority,
  RefinementAnswer,
  ScholarAnswer,
} from '../../api/adventure-agents';
import type { AfterBrief, CriticBrief, PeriodicBrief } from '../../engines/adventure/briefs';
import { isDeath } from '../../engines/adventure/command/endings';
import { DIRECTIONS, oppositeOf } from '../../engines/adventure/map/directions';
import { writePlace } from '../../engines/adventure/map/map';
import { isActive } from '../../engines/adventure/objectives/fold';
import { isSameObjective } from '../../engines/adventure/objectives/same';
import { hereOf, placeKey } from '../../engines/adventure/state';
import type { AdventureState, Move, Note, Objective } from '../../engines/adventure/state-types';
import { firstSentence, hasReason, isDark, isLocked, isUnderstood } from './lexicon';
import { changedWorld, NOTE, recallRun } from './scene';
import { findUseless } from './supplies';
import { darkWay } from './travel';
import { flatten } from './tries';

/** A goal of several turns that the understudy can name, and tell when it is reached. */
interface Goal {
  text: string;
  priority: Priority;
}

/** Objectives of agents that are active at once, at most, and turns between two that are declared. */
const MAX_ACTIVE = 6;
const TURNS_BETWEEN = 4;
const MAX_SAID = 90;

/** Blocked ways that say what blocks them, in the places that were visited, the newest first. */
export function listGoals({ map }: AdventureState): Goal[] {
  return map.blocked.toReversed().flatMap(({ from, direction, text, deadly }): Goal[] => {
    if (deadly || !hasReason(text)) return [];
    const reason = firstSentence(text, MAX_SAID).replace(/[.!?]+$/, '');
    return [
      {
        text: `find a way ${direction} from ${writePlace(map, from)}: ${reason}`,
        priority: isLocked(text) ? 'high' : 'normal',
      },
    ];
  });
}

/** The goal to declare now, at the place where it was met; null as a rule. */
export function declareGoal(state: AdventureState): Goal | null {
  const own = state.objectives.filter(({ source }) => source === 'agent');
  const newest = Math.max(-TURNS_BETWEEN, ...own.map(({ turn }) => turn));
  const active = own.filter(isActive);
  if (active.length >= MAX_ACTIVE || state.rounds - newest < TURNS_BETWEEN) return null;
  const here = hereOf(state);
  if (here === null) return null;
  const goals = listGoals(state).filter((goal) => readGoal(goal.text)?.place === here);
  return goals.find((goal) => !isKnown(state.objectives, goal)) ?? null;
}

/** Says whether an objective for the same way was ever named. */
const isKnown = (objectives: readonly Objective[], goal: Goal): boolean =>
  objectives.some(({ text }) => isSameWay(text, goal.text));

function isSameWay(a: string, b: string): boolean {
  const [one, other] = [readGoal(a), readGoal(b)];
  return one !== null && one.place === other?.place && one.direction === other.direction;
}

const GOAL = /^find a way (\S+) from L(\d+)\b/;

/** The way that a goal's text asks for; null for goals of others. */
export function readGoal(text: string): { place: number; direction: string } | null {
  const [, direction, place] = GOAL.exec(text) ?? [];
  return direction === undefined || place === undefined ? null : { direction, place: Number(place) };
}

/** Returns the evidence that an objective is reached; null: it is not, or it can't be told. */
function isReached({ map }: AdventureState, { text }: Pick<Objective, 'text'>): string | null {
  const way = readGoal(text);
  if (!way) return null;
  const { place, direction } = way;
  const edge = map.edges.find((one) => one.from === place && one.direction === direction);
  const isShut = map.blocked.some((one) => one.from === place && one.direction === direction);
  if (edge && !isShut)
    return `the way ${direction} from ${writePlace(map, place)} leads to ${writePlace(map, edge.to)} now`;
  const back = oppositeOf(direction);
  const wayBack = map.edges.find((one) => one.to === place && one.direction === back && one.how === 'walked');
  return wayBack ? `${writePlace(map, place)} was reached from the other side` : null;
}

/** Goals that are found at a time. */
const MAX_FOUND = 2;

/** Blocked ways that no objective speaks of yet. */
export function discoverGoals({ state }: PeriodicBrief): DiscoveryAnswer {
  const news = listGoals(state).filter((goal) => !isKnown(state.objectives, goal));
  return { objectives: news.slice(0, MAX_FOUND) };
}

/** Merges objectives that say the same, or ask for the same way; drops none. */
export function refineGoals({ state }: PeriodicBrief): RefinementAnswer {
  const active = state.objectives.filter(isActive);
  const mergedIds = new Set<string>();
  const merge = active.flatMap((into, i) => {
    if (mergedIds.has(into.id)) return [];
    const same = active.slice(i + 1).filter((other) => {
      if (mergedIds.has(other.id) || other.source === 'player') return false;
      return isSameWay(into.text, other.text) || isSameObjective(into.text, other.text);
    });
    for (const { id } of same) mergedIds.add(id);
    return same.length === 0 ? [] : [{ into: into.id, from: same.map(({ id }) => id), text: null }];
  });
  return { merge, drop: null };
}

/** Lines of each kind that a digest holds. */
const MAX_LINES = 14;

/** A digest of what the run knows: what worked and where, what kills, what is still open. */
export function digestRun({ state }: PeriodicBrief): ScholarAnswer {
  const { notes, map, objectives } = state;
  const of = (categories: readonly Note['category'][]): string[] =>
    notes
      .filter(({ category, superseded }) => superseded === null && categories.includes(category))
      .toSorted((a, b) => weigh(b) - weigh(a))
      .slice(0, MAX_LINES)
      .map(({ place, text }) => `- ${place === null ? '' : `${writePlace(map, place)}: `}${text}`);
  const open = objectives
    .filter((objective) => isActive(objective) && isReached(state, objective) === null)
    .slice(0, MAX_LINES)
    .map(({ text }) => `- ${text}`);
  const visitCount = map.rooms.filter(({ visits }) => visits > 0).length;
  const best = Math.max(0, ...state.episodes.map((episode) => episode.best ?? 0));
  const parts = [
    [`Places visited: ${visitCount}. Best score: ${best}.`],
    titled('What worked:', of(['success', 'puzzle'])),
    titled('Dangers:', of(['danger'])),
    titled('Still open:', open),
  ];
  return {
    knowledge: parts
      .filter((part) => part.length > 0)
      .map((part) => part.join('\n'))
      .join('\n\n'),
  };
}

/** Puts notes about points first, then the newest. */
const weigh = ({ text, turn }: Note): number => (/ brought \d+ points/.test(text) ? 1e6 : 0) + turn;

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, ...lines] : [];

const DANGER =
  /[^.!?\n]*\b(?:deadly|danger(?:ous)?|careful|beware|warning|kill|attack|drown|poison|trap|one more step|last)\b[^.!?\n]*[.!?]/i;
/** Things that are named at most. */
const MAX_OBJECTS = 20;

/** Lists the things the tree has here, and the directions the text names. */
export function extractText({ state, moves }: AfterBrief): ExtractorAnswer {
  const reading = state.story?.reading;
  const text = moves.map((move) => move.text).join('\n');
  const things = flatten([...(reading?.visible ?? []), ...(reading?.inventory ?? [])]);
  const exits = DIRECTIONS.filter((direction) => new RegExp(`\\b${direction}\\b`, 'i').test(text));
  return {
    objects: [...new Set(things.map(({ name }) => name))].slice(0, MAX_OBJECTS),
    exits,
    characters: null,
    danger: DANGER.exec(text)?.[0].trim() ?? null,
    summary: firstSentence(text) || 'Nothing was said.',
  };
}

const NOTHING: ChroniclerAnswer = { keep: false, category: null, text: null, supersedes: null };

/** Keeps points, deaths, commands with an effect, and ways that are dark or blocked. */
export function keepTurn({ state, moves }: AfterBrief): ChroniclerAnswer {
  const keep = (category: ChroniclerAnswer['category'], text: string): ChroniclerAnswer => ({
    keep: true,
    category,
    text,
    supersedes: null,
  });
  const move = moves.at(-1);
  if (!move) return NOTHING;
  if (move.died) return keep('danger', NOTE.deadly(move.command, firstSentence(move.text)));
  const points = countPoints(state, move);
  if (points > 0) return keep('success', NOTE.award(move.command, points));
  const droppedThing = /^drop (.+)$/.exec(move.command)?.[1];
  if (droppedThing !== undefined && changedWorld(move)) {
    const things = droppedThing === 'all' ? describeAll(state) : droppedThing;
    return things === '' ? NOTHING : keep('note', NOTE.left(things));
  }
  if (changedWorld(move) && !/^(?:take|drop|get)\b/.test(move.command)) {
    return keep('success', NOTE.worked(move.command, firstSentence(move.text)));
  }
  const names = (state.story?.reading.inventory ?? []).map(({ name }) => name);
  const useless =
    move.moved && move.from !== null ? findUseless(recallRun(state), state.notes, move.from, names) : [];
  if (useless.length > 0) return keep('failure', NOTE.useless(useless));
  const way = describeWay(state, move.from);
  return way ? keep(way.category, way.text) : NOTHING;
}

/** Names the things here that were carried. */
function describeAll({ story, progress }: AdventureState): string {
  const here = (story?.reading.visible ?? []).filter(({ id }) => progress.carried.includes(id));
  return here.map(({ name }) => name).join(', ');
}

/** Points that a move brought: the score before it is that of the move before, or where the curve stood. */
function countPoints({ curve, recent }: AdventureState, move: Move): number {
  if (move.score === null) return 0;
  const before =
    recent[recent.indexOf(move) - 1]?.score ?? curve.findLast(([turn]) => turn < move.turn)?.[1] ?? null;
  return before === null ? 0 : move.score - before;
}

/** A dark or blocked way of the place that was just left or stood in, of which nothing is written yet. */
function describeWay(
  state: AdventureState,
  from: number | null,
): { category: 'danger' | 'failure'; text: string } | null {
  const { map, notes, exits } = state;
  // A note belongs to the place where the command was given.
  if (from === null || hereOf(state) !== from) return null;
  const writtenTexts = new Set(notes.filter(({ place }) => place === from).map(({ text }) => text));
  const dark = (exits ?? []).find(
    ({ to, text, direction }) => to !== null && isDark(text) && !writtenTexts.has(darkWay(direction)),
  );
  if (dark) return { category: 'danger', text: darkWay(dark.direction) };
  for (const { direction, text } of map.blocked.filter((way) => way.from === from && hasReason(way.text))) {
    const noteText = `The way ${direction} is blocked: ${firstSentence(text, 100)}`;
    if (!writtenTexts.has(noteText)) return { category: 'failure', text: noteText };
  }
  return null;
}

/** Objectives that the map shows to be reached. */
export function findCompleted({ state }: AfterBrief): CompletionAnswer {
  const active = state.objectives.filter(isActive);
  return {
    completed: active.flatMap((objective) => {
      const evidence = isReached(state, objective);
      return evidence === null ? [] : [{ id: objective.id, evidence }];
    }),
  };
}

/** Scores a command by its outcome when it is tried and taken back. */
export function judgeCommand({ state, command, attempt }: CriticBrief): CriticAnswer {
  const { step, effect, moved } = attempt([command]);
  const before = state.story?.reading.score ?? null;
  const after = step.reading.score;
  const points = before === null || after === null ? 0 : after - before;
  const answer = (score: number, reason: string): CriticAnswer => ({ score, reason, suggestion: null });
  if (points > 0) return answer(1, `It would bring ${points} points.`);
  if (isDeath(step)) return answer(-1, `It would be deadly: ${firstSentence(step.text)}`);
  if (points < 0) return answer(-0.6, `It would cost ${-points} points.`);
  if (moved) return answer(0.6, 'It leads to another place.');
  if (effect) return answer(0.5, 'It changes something.');
  const here = placeKey(hereOf(state));
  if (Object.hasOwn(state.vain[here] ?? {}, command)) {
    const isSame = state.vain[here]?.[command] === state.world;
    return answer(isSame ? -0.7 : -0.1, 'It was tried here before, and did nothing.');
  }
  if (!isUnderstood(step.text))
    return answer(-0.5, `The story does not take it: ${firstSentence(step.text)}`);
  return answer(0, 'It changes nothing, but may tell something.');
}
