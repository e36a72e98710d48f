import { type DeclaredObjective, declareObjective } from '../../src/adventure/objectives/declare';
import { countDeclared, foldObjective } from '../../src/adventure/objectives/fold';
import type { AdventureState, Objective } from '../../src/adventure/state-types';
import { toJsonObject } from '../../src/base/json';
import type { EventKind } from '../../src/contract/events/catalogue';
import type { Event } from '../../src/contract/events/events';
import { eventWith } from './loose-events';

/** The part of an adventure that decides its objectives. */
export type Goals = Pick<AdventureState, 'objectives' | 'declared' | 'rounds' | 'episodes'>;

export const noGoals = (rounds = 1): Goals => ({
  objectives: [],
  declared: { agent: 0, discovered: 0, player: 0, refused: 0, byAgent: { refused: 0, repeated: 0 } },
  rounds,
  episodes: [],
});

export const objectiveEvent = (kind: string, payload: object, turn: number): Event =>
  eventWith({
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    kind: `objective.${kind}` as EventKind,
    actor: 'agent',
    audience: ['*'],
    turn,
    payload: toJsonObject(payload),
  });

/** After an event in the state's turn. */
export function fold(goals: Goals, kind: string, payload: object): Goals {
  const event = objectiveEvent(kind, payload, goals.rounds);
  return {
    ...goals,
    objectives: foldObjective(goals.objectives, event),
    declared: countDeclared(goals.declared, event),
  };
}

export const declaredBy = (
  source: DeclaredObjective['source'],
  text: string,
  more: Partial<DeclaredObjective> = {},
): DeclaredObjective => ({ text, source, priority: null, parent: null, place: null, ...more });

export function declare(
  goals: Goals,
  source: DeclaredObjective['source'],
  text: string,
  more: Partial<DeclaredObjective> = {},
): Goals {
  const { kind, payload } = declareObjective(goals, declaredBy(source, text, more));
  return fold(goals, kind, payload);
}

/** The objective with this id; throws if it is missing. */
export function goal({ objectives }: Pick<Goals, 'objectives'>, id: string): Objective {
  const found = objectives.find((one) => one.id === id);
  if (!found) throw new Error(`no objective ${id}`);
  return found;
}

export const inTurn = (goals: Goals, rounds: number): Goals => ({ ...goals, rounds });
