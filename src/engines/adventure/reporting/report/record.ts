import type { AdventureRole } from '../../../../api/adventure-agents';
import { toProblem } from '../../../../api/to-problem';
import type { Event, PayloadOf } from '../../../../events/events';
import type { AdventureState } from '../../state-types';
import { type Intervention, listInterventions } from './people';

/** A change of the score. */
export interface Scored {
  turn: number;
  episode: number;
  command: string;
  by: 'adventurer' | 'player';
  /** Number of the place where the command was given; null: it can't be read. */
  place: number | null;
  /** Points won, or lost when below zero; and the score with them. */
  points: number;
  score: number;
}

/** Score curve of an episode: its start, every change, and its present or final score. */
export interface ScoreCurve {
  episode: number;
  /** `[turn, score]`, oldest first. */
  points: [number, number][];
}

export interface Death {
  turn: number;
  episode: number;
  place: number | null;
  command: string;
  by: 'adventurer' | 'player';
  text: string;
}

/** Calls of an agent and their cost. */
export interface AgentCost {
  role: AdventureRole;
  /** Names of the providers that answered. */
  providers: string[];
  answers: number;
  /** Number of answers without anything usable. */
  unusable: number;
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

export interface Rejection {
  turn: number;
  command: string;
  by: 'machine' | 'critic';
  score: number | null;
  reason: string;
}

/** A run with the facts from its ledger that the report needs beyond the state. */
export interface AdventureRecord {
  state: AdventureState;
  scored: Scored[];
  curves: ScoreCurve[];
  deaths: Death[];
  /** Costs in the order of the turn, without agents that were never asked. */
  costs: AgentCost[];
  critic: {
    proposals: number;
    accepted: number;
    rejections: Rejection[];
    /** Commands that were accepted against the score, and why. */
    overrides: { turn: number; command: string; score: number | null; why: string }[];
  };
  refused: ({ turn: number } & PayloadOf<'objective.refused'>)[];
  warnings: ({ turn: number } & PayloadOf<'stuck.warned'>)[];
  /** Turns that looked around because nothing usable was proposed; turns that failed, and why. */
  fallbacks: number[];
  failures: { turn: number; why: string }[];
  people: Intervention[];
}

/** Reads the whole ledger of a run once. */
export function readAdventureRecord(state: AdventureState, events: readonly Event[]): AdventureRecord {
  const critic: AdventureRecord['critic'] = { proposals: 0, accepted: 0, rejections: [], overrides: [] };
  const record: AdventureRecord = {
    ...{ state, critic, people: listInterventions(events) },
    ...{ scored: [], curves: [], deaths: [], refused: [], warnings: [], fallbacks: [], failures: [] },
    costs: countCosts(events),
  };
  for (const event of events) take(record, event, event.turn ?? 0);
  return record;
}

function take(record: AdventureRecord, event: Event, turn: number): void {
  switch (event.kind) {
    case 'episode.started': {
      const { n, story } = event.payload;
      const { score } = story.reading;
      record.curves.push({ episode: n, points: score === null ? [] : [[turn, score]] });
      return;
    }
    case 'command.executed':
      takeCommand(record, event.payload, turn);
      return;
    case 'command.proposed':
      record.critic.proposals += 1;
      if (event.payload.fallback) record.fallbacks.push(turn);
      return;
    case 'critic.rejected': {
      const { command, by, score, reason } = event.payload;
      record.critic.rejections.push({ turn, command, by, score, reason });
      return;
    }
    case 'critic.accepted': {
      const { command, score, override } = event.payload;
      record.critic.accepted += 1;
      if (override !== null) record.critic.overrides.push({ turn, command, score, why: override });
      return;
    }
    case 'objective.refused':
      record.refused.push({ turn, ...event.payload });
      return;
    case 'stuck.warned':
      record.warnings.push({ turn, ...event.payload });
      return;
    case 'turn.failed':
      record.failures.push({ turn, why: toProblem(event.payload.failure).detail });
      return;
  }
}

function takeCommand(record: AdventureRecord, done: PayloadOf<'command.executed'>, turn: number): void {
  const { episode, command, by, from: place, died, story } = done;
  if (died) record.deaths.push({ turn, episode, place, command, by, text: story.text });
  const { score } = story.reading;
  const curve = record.curves.at(-1);
  if (score === null || !curve) return;
  const before = curve.points.at(-1)?.[1];
  if (before !== undefined && before !== score) {
    record.scored.push({ turn, episode, command, by, place, points: score - before, score });
  }
  curve.points.push([turn, score]);
}

const ROLE_OF_STEP: Readonly<Record<string, AdventureRole>> = {
  adventurer: 'adventurer',
  critic: 'critic',
  extract: 'extractor',
  remember: 'chronicler',
  complete: 'keeper',
  discover: 'keeper',
  refine: 'keeper',
  synthesize: 'scholar',
};

/** Counts the costs of every answer, unusable ones included; each is an event with its cost. */
function countCosts(events: readonly Event[]): AgentCost[] {
  const costs = new Map<AdventureRole, AgentCost>();
  for (const event of events) {
    if (!('usage' in event.payload && 'step' in event.payload)) continue;
    const { step, provider, calls, usage } = event.payload;
    const role = ROLE_OF_STEP[step.split(':')[0] ?? ''];
    // What the machine ruled was asked of nobody.
    if (!role || !usage || provider === null) continue;
    const nothing = { answers: 0, unusable: 0, calls: 0, promptTokens: 0, completionTokens: 0 };
    const cost: AgentCost = costs.get(role) ?? { role, providers: [], ...nothing };
    costs.set(role, cost);
    cost.answers += 1;
    if (event.kind === 'answer.failed' || (event.kind === 'command.proposed' && event.payload.fallback))
      cost.unusable += 1;
    cost.calls += calls;
    cost.promptTokens += usage.promptTokens;
    cost.completionTokens += usage.completionTokens;
    if (!cost.providers.includes(provider)) cost.providers.push(provider);
  }
  return [...new Set(Object.values(ROLE_OF_STEP))].flatMap((role) => costs.get(role) ?? []);
}
