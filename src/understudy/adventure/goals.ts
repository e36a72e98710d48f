import type { Priority } from '../../api/adventure-agents';
import { oppositeOf } from '../../engines/adventure/map/directions';
import type { AdventureState, Objective } from '../../engines/adventure/state-types';
import { firstSentence, hasReason, isLocked } from './text';
import { nameOf } from './travel';

/** A goal of several turns that the understudy can name, and tell when it is reached. */
export interface Goal {
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
        text: `find a way ${direction} from ${nameOf(map, from)}: ${reason}`,
        priority: isLocked(text) ? 'high' : 'normal',
      },
    ];
  });
}

/** The goal to declare now, at the place where it was met; null as a rule. */
export function declareGoal(state: AdventureState): Goal | null {
  const own = state.objectives.filter(({ source }) => source === 'agent');
  const newest = Math.max(-TURNS_BETWEEN, ...own.map(({ turn }) => turn));
  const active = own.filter(({ status }) => status === 'active');
  if (active.length >= MAX_ACTIVE || state.rounds - newest < TURNS_BETWEEN) return null;
  const here = state.story?.reading.location?.id ?? null;
  if (here === null) return null;
  const goals = listGoals(state).filter((goal) => readGoal(goal.text)?.place === here);
  return goals.find((goal) => !isKnown(state.objectives, goal)) ?? null;
}

/** Whether an objective for the same way was ever named. */
export function isKnown(objectives: readonly Objective[], goal: Goal): boolean {
  const way = readGoal(goal.text);
  return objectives.some((objective) => {
    const known = readGoal(objective.text);
    return known !== null && known.place === way?.place && known.direction === way.direction;
  });
}

const GOAL = /^find a way (\S+) from L(\d+)\b/;

/** The way that a goal's text asks for; null for goals of others. */
export function readGoal(text: string): { place: number; direction: string } | null {
  const [, direction, place] = GOAL.exec(text) ?? [];
  return direction === undefined || place === undefined ? null : { direction, place: Number(place) };
}

/** Why an objective is reached; null: it is not, or it can't be told. */
export function isReached({ map }: AdventureState, { text }: Pick<Objective, 'text'>): string | null {
  const way = readGoal(text);
  if (!way) return null;
  const { place, direction } = way;
  const edge = map.edges.find((one) => one.from === place && one.direction === direction);
  const isShut = map.blocked.some((one) => one.from === place && one.direction === direction);
  if (edge && !isShut)
    return `the way ${direction} from ${nameOf(map, place)} leads to ${nameOf(map, edge.to)} now`;
  const back = oppositeOf(direction);
  const crossed = map.edges.find((one) => one.to === place && one.direction === back && one.how === 'walked');
  return crossed ? `${nameOf(map, place)} was reached from the other side` : null;
}
